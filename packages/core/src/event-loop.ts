/**
 * Lets the event loop turn during long reads and writes, so that timers, input and output can run.
 *
 *   for (...) {
 *     work();                                                     // short, synchronous
 *     while (isTurnDue()) await yieldToEventLoop(signal);         // a clock look; a macrotask every 12 ms of work
 *   }
 *
 * Awaiting a settled promise does not yield: microtasks run before timers.
 */

/**
 * Milliseconds of work between two turns of the event loop: shorter than a frame of 16 ms, and hundreds of times as
 * long as a turn.
 */
const stretchMillis = 12;

/**
 * When the last turn began, by `performance.now()`. All work in the thread shares this variable, so that concurrent
 * reads share turns of the event loop.
 */
let lastTurn = -1e9; // long before the first turn

/**
 * True if the last turn taken by {@link yieldToEventLoop} was at least 12 ms ago. Reads the clock, which takes about 40
 * ns.
 */
export function isTurnDue(): boolean {
  return performance.now() - lastTurn >= stretchMillis;
}

/** The next turn, which all waiting callers share; undefined if no caller waits. */
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
 * Waits for a macrotask: timers that are due, input and output run first. Then checks the signal. All waiting callers
 * continue in the same turn. Call it in a loop with {@link isTurnDue}: if another caller works for a long time in that
 * turn, the remaining callers wait for the next one.
 * @throws The reason of the aborted signal, before and after the turn.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  turn ??= startTurn();
  await turn;
  signal?.throwIfAborted();
}

/** Global functions that some engines have. This package compiles without the types of Node and browsers. */
interface Macrotasks {
  readonly setImmediate?: (task: () => void) => void;
  readonly MessageChannel?: new () => {
    readonly port1: { onmessage: (() => void) | null; close(): void };
    readonly port2: { postMessage(message: null): void };
  };
  readonly setTimeout: (task: () => void, delay: number) => void;
}

/** Starts a task of the event loop. Timers are the last choice, because browsers delay nested timers by 4 ms. */
function startMacrotask(task: () => void): void {
  const { setImmediate, MessageChannel, setTimeout }: Macrotasks = globalThis as unknown as Macrotasks;
  if (setImmediate !== undefined) {
    setImmediate(task);
  } else if (MessageChannel !== undefined) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // An open port would keep the process alive in some engines.
      port1.close();
      task();
    };
    port2.postMessage(null);
  } else {
    setTimeout(task, 0);
  }
}
