/**
 * The batches of one task as they arrive. At most one waits here, and the worker makes one more meanwhile.
 */
import type { SentColumn } from './messages.js';

export interface TaskStream {
  /** The next batch; undefined after the last. @throws What the worker threw; the reason that {@link stop} was given. */
  next(): Promise<readonly SentColumn[] | undefined>;
  /** Gives the task up. Does nothing after its end. */
  stop(reason: unknown): void;
}

/** The other end, for the connection. */
export interface TaskSink {
  batch(columns: readonly SentColumn[]): void;
  end(): void;
  fail(error: unknown): void;
}

/** `more` asks the worker for a batch; `stopped` tells it to give up. */
export function createTaskStream(actions: { more(): void; stopped(): void }): TaskStream & TaskSink {
  let arrived: readonly SentColumn[] | undefined;
  let outcome: { readonly error?: unknown } | undefined;
  let wake: () => void = () => undefined;
  actions.more();
  return {
    next: async () => {
      while (arrived === undefined) {
        if (outcome !== undefined) {
          if ('error' in outcome) throw outcome.error;
          return undefined;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const columns = arrived;
      arrived = undefined;
      if (outcome === undefined) actions.more();
      return columns;
    },
    stop: (reason) => {
      if (outcome !== undefined) return;
      outcome = { error: reason };
      arrived = undefined;
      actions.stopped();
      wake();
    },
    batch: (columns) => {
      if (outcome !== undefined) return;
      arrived = columns;
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
