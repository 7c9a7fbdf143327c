/** Observes whether the window is narrow, because the height of some rows depends on it. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The maximum width of a narrow window, as in the style sheet. */
const query = matchMedia('(max-width: 900px)');
const narrow: Signal<boolean> = signal(query.matches);
query.addEventListener('change', () => {
  narrow.value = query.matches;
});

/** True if the window is narrow. */
export const isNarrow: ReadonlySignal<boolean> = narrow;
