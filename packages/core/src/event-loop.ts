/**
 * Yields to the event loop during long reads and writes, so that timers, input and output can run.
 *
 *   for (...) {
 *     work();                                                     // short, synchronous
 *     while (isTurnDue()) await yieldToEventLoop(signal);         // reads the clock; yields after 12 ms of work
 *   }
 *
 * Awaiting a settled promise does not yield to the event loop, because microtasks run before timers.
 */

/**
 * Milliseconds of work between two turns of the event loop: less than a 16 ms frame, and hundreds of times the cost of
 * a turn.
 */
const stretchMillis = 12;

/**
 * The time at which the last turn of the event loop began, from `performance.now()`. All work in the thread shares this
 * variable, so that concurrent reads yield together.
 */
let lastTurn = -1e9; // long before the first turn

/**
 * True if at least 12 ms have passed since {@link yieldToEventLoop} last yielded. Each call reads the clock, which
 * takes about 40 ns.
 */
export function isTurnDue(): boolean {
  return performance.now() - lastTurn >= stretchMillis;
}

/** A promise for the next turn of the event loop. All waiting callers share it; undefined if no caller waits. */
let turn: Promise<void> | undefined;

function startTurn(): Promise<void> {
  return new Promise((resolve) => {
    startMacrotask(() => {
      lastTurn = performance.now();
      turn = undefined;
      resolve();
    });
  });
}

/**
 * Yields to the event loop: waits for a macrotask, so that timers that are due, input and output run first. Then checks
 * the signal. All waiting callers continue in the same turn. Call this in a loop with {@link isTurnDue}, so that a
 * caller waits for another turn if other callers have already used up the current one.
 * @throws The reason of the signal, if it is aborted before or after the turn.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  turn ??= startTurn();
  await turn;
  signal?.throwIfAborted();
}

/**
 * Globals that only some engines have. They are declared here because this package compiles without the types of Node
 * and browsers.
 */
interface Macrotasks {
  readonly setImmediate?: (task: () => void) => void;
  readonly MessageChannel?: new () => {
    readonly port1: { onmessage: (() => void) | null; close(): void };
    readonly port2: { postMessage(message: null): void };
  };
  readonly setTimeout: (task: () => void, delay: number) => void;
}

/** Schedules a macrotask. Timers are the last resort, because browsers delay nested timers by 4 ms. */
function startMacrotask(task: () => void): void {
  const { setImmediate, MessageChannel, setTimeout }: Macrotasks = globalThis as unknown as Macrotasks;
  if (setImmediate !== undefined) {
    setImmediate(task);
  } else if (MessageChannel !== undefined) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // An open port keeps the process alive in some engines.
      port1.close();
      task();
    };
    port2.postMessage(null);
  } else {
    setTimeout(task, 0);
  }
}
