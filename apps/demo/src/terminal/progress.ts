/**
 * A progress line on stderr, shown only on a terminal, and only if the work takes more than 300 ms.
 */
import { printable } from './printable.js';

/** Shows the current step. */
export interface Progress {
  /** Shows `text` as the current step. */
  at(text: string): void;
  /** Removes the line. */
  clear(): void;
}

const patience = 300;
const interval = 100;

export function createProgress(): Progress {
  const start = performance.now();
  let shown = start;
  let visible = false;
  return {
    at: (text) => {
      const now = performance.now();
      if (process.stderr.isTTY !== true || now - start < patience || now - shown < interval) return;
      shown = now;
      visible = true;
      process.stderr.write(`\r\u001b[2K${printable(text).slice(0, (process.stderr.columns ?? 80) - 1)}`);
    },
    clear: () => {
      if (visible) process.stderr.write('\r\u001b[2K');
      visible = false;
    },
  };
}
