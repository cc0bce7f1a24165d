/** The default theme with the fonts of the system, which nobody has to load, and colours of its own. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

// biome-ignore lint/style/noDefaultExport: VitePress reads the theme from the default export.
export default theme;
