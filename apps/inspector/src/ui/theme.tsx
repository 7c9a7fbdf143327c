/** Light or dark: as the system is set, until the user chooses. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { sunIcon } from './icons.js';

const storageKey = 'theme';

/** Returns the stored choice. Storage may be forbidden, for example in private windows. */
function storedTheme(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Applies the choice of an earlier visit. */
export function applyTheme(): void {
  const theme = storedTheme();
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}

export function ThemeButton(): JSX.Element {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const theme = useSignal(document.documentElement.dataset['theme'] ?? system);
  const other = theme.value === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme`}
      onClick={() => {
        theme.value = other;
        document.documentElement.dataset['theme'] = other;
        try {
          localStorage.setItem(storageKey, other);
        } catch {
          // The choice then lasts until the page is closed.
        }
      }}
    >
      {sunIcon}
    </button>
  );
}
