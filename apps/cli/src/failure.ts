/**
 * Why a run ended early.
 */

/** The user's mistake: exit code 2. */
export class UsageError extends Error {}

/** A signal of the process: Ctrl-C (SIGINT), SIGTERM, SIGHUP. */
export class Interrupted extends Error {
  /** 128 and the number of the signal, as shells have it. */
  readonly exitCode: number;

  constructor(signalNumber: number) {
    super('interrupted');
    this.exitCode = 128 + signalNumber;
  }
}

/** Whoever read our output has had enough: not an error. */
export class ClosedPipe extends Error {}

/** `diff` has found a difference, and printed it: exit code 1. */
export class FilesDiffer extends Error {}
