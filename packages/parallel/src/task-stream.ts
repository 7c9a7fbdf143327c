/** The batches of one task as they arrive. Few wait here, see `UnreadBatches`, while the worker builds the next. */
import type { SentColumn } from './messages.js';

export interface TaskStream {
  /**
   * Returns the next batch; undefined after the last. @throws The error of the worker, or the reason passed to {@link
   * stop}.
   */
  next(): Promise<readonly SentColumn[] | undefined>;
  /** Cancels the task. Does nothing after its end. */
  stop(reason: unknown): void;
}

/** The other end of the stream, for the connection. */
export interface TaskSink {
  batch(columns: readonly SentColumn[]): void;
  end(): void;
  fail(error: unknown): void;
}

/** `more` tells the worker that a batch was taken; `stopped` tells it to cancel the task. */
export function createTaskStream(actions: { more(): void; stopped(): void }): TaskStream & TaskSink {
  let arrived: (readonly SentColumn[])[] = [];
  let outcome: { readonly error?: unknown } | undefined;
  let wake: () => void = () => undefined;
  return {
    next: async () => {
      for (;;) {
        const columns = arrived.shift();
        if (columns !== undefined) {
          if (outcome === undefined) actions.more();
          return columns;
        }
        if (outcome !== undefined) {
          if ('error' in outcome) throw outcome.error;
          return undefined;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    stop: (reason) => {
      if (outcome !== undefined) return;
      outcome = { error: reason };
      arrived = [];
      actions.stopped();
      wake();
    },
    batch: (columns) => {
      if (outcome !== undefined) return;
      arrived.push(columns);
      wake();
    },
    end: () => {
      outcome ??= {};
      wake();
    },
    fail: (error) => {
      outcome ??= { error };
      wake();
    },
  };
}
