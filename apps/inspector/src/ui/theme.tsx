/**
 * The theme, light or dark. The system theme applies until the user chooses one. The style sheet reads the attribute
 * `data-theme` of the document.
 */
import { type Signal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { sunIcon } from './icons.js';

type Theme = 'light' | 'dark';

const storageKey = 'theme';

/** The current theme. */
export const theme: Signal<Theme> = signal('light');

/**
 * Returns the theme chosen in an earlier visit. Returns undefined if there is none, or if the browser forbids storage,
 * as in some private windows.
 */
function storedTheme(): Theme | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Applies the theme chosen in an earlier visit, or the system theme. Follows the system until the user chooses a theme.
 */
export function followTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    theme.value = storedTheme() ?? (system.matches ? 'dark' : 'light');
  };
  system.addEventListener('change', apply);
  theme.subscribe((name) => {
    document.documentElement.dataset['theme'] = name;
  });
  apply();
}

export function ThemeButton(): JSX.Element {
  const other = theme.value === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme`}
      onClick={() => {
        theme.value = other;
        try {
          localStorage.setItem(storageKey, other);
        } catch {
          // If the browser forbids storage, the choice lasts until the page is closed.
        }
      }}
    >
      {sunIcon}
    </button>
  );
}
