/**
 * Shows the progress of long work in one line on stderr. Shows nothing for short work, or if stderr is not a terminal.
 */
import { grouped } from '../counted.js';
import type { Output } from './output.js';

export interface Progress {
  /** Reports that `done` of `total` are finished; `what` names the unit. */
  update(done: number, total: number, what: string): void;
  /** Erases the line. */
  clear(): void;
}

/** Milliseconds before the progress line first appears, and between its updates. */
const patience = 1000;
const interval = 100;
const eraseLine = '\r\u001b[K';

export function createProgress(messages: Output, { shown }: { readonly shown: boolean }): Progress {
  const start = performance.now();
  let next = start + patience;
  let visible = false;
  return {
    update: (done, total, what) => {
      if (!shown) return;
      const now = performance.now();
      if (now < next) return;
      next = now + interval;
      visible = true;
      const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 100;
      const seconds = Math.round((now - start) / 1000);
      const text = `${percent}%  ${grouped(done)} of ${grouped(total)} ${what}  ${seconds} s`;
      void messages.write(eraseLine + messages.colors.dim(text)).catch(() => {});
    },
    clear: () => {
      if (visible) void messages.write(eraseLine).catch(() => {});
      visible = false;
    },
  };
}
