/**
 * The batches that a worker sends for one task. The worker decodes further batches while earlier ones are waiting to be
 * used, but only a few of them can wait at a time; see `UnreadBatches`.
 */
import type { SentColumn } from './messages.js';

export interface TaskStream {
  /**
   * Returns the next batch; undefined after the last batch.
   * @throws The error that the worker reports, or the reason passed to {@link stop}.
   */
  next(): Promise<readonly SentColumn[] | undefined>;
  /** Cancels the task. Does nothing if the task has ended. */
  stop(reason: unknown): void;
}

/** The methods that the connection to the worker calls when messages for the task arrive. */
export interface TaskSink {
  batch(columns: readonly SentColumn[]): void;
  end(): void;
  fail(error: unknown): void;
}

/**
 * Creates the stream of one task. `more` must tell the worker that the pool has used a batch. `stopped` must tell the
 * worker that the task is canceled.
 */
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
