/**
 * A worker as the pool holds it.
 */
import type { FromWorker, ToWorker } from './messages.js';
import type { WorkerPort } from './worker-port.js';

export interface WorkerHandle extends WorkerPort<ToWorker, FromWorker> {
  /** Called once, when the worker cannot go on: it threw outside of a task, could not start, or ended. */
  onFailure(fail: (error: unknown) => void): void;
  /** Whether the worker keeps the process alive; does nothing where processes are not ended that way. */
  keepAlive(isNeeded: boolean): void;
  terminate(): void;
}
