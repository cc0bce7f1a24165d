/** Light and dark: as the system has it, until the reader says otherwise. */
import { button } from './dom.js';

const KEY = 'anchorline-inspection-theme';

/** A button that switches between light and dark. */
export function themeButton(): HTMLButtonElement {
  const { documentElement: root } = document;
  const kept = stored();
  if (kept) root.dataset['theme'] = kept;
  return button('◐', {
    label: 'Light or dark',
    press: () => {
      const next = isDark() ? 'light' : 'dark';
      root.dataset['theme'] = next;
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Some browsers keep nothing for files; the choice then ends with the page.
      }
    },
  });
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

function stored(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
