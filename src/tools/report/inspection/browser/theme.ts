/** Light and dark: as the system has it, until the reader says otherwise. */
import { button } from './dom.js';

const KEY = 'anchorline-inspection-theme';

/** A button that switches between light and dark. */
export function themeButton(): HTMLButtonElement {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    dataset['theme'] = stored() ?? (system.matches ? 'dark' : 'light');
  };
  show();
  system.addEventListener('change', show);
  return button('◐', {
    label: 'Light or dark',
    press: () => {
      const next = dataset['theme'] === 'dark' ? 'light' : 'dark';
      dataset['theme'] = next;
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Some browsers keep nothing for files; the choice then ends with the page.
      }
    },
  });
}

function stored(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
