/** The width of the window, for rows whose height depends on it. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The same width as in the style sheet. */
const query = matchMedia('(max-width: 900px)');
const narrow: Signal<boolean> = signal(query.matches);
query.addEventListener('change', () => {
  narrow.value = query.matches;
});

/** True if the window is narrow. */
export const isNarrow: ReadonlySignal<boolean> = narrow;
