/**
 * A line on stderr that says how far the work is, on a terminal only, and only when it takes a while.
 */
import { printable } from './printable.js';

/** Where it is told. */
export interface Progress {
  /** Says what is under way. */
  at(text: string): void;
  /** Takes the line away. */
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
