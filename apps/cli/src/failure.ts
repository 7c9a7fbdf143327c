/** Reasons for which a run ends early. */

/** A mistake of the user: exit code 2. */
export class UsageError extends Error {}

/** A signal of the process: Ctrl-C (SIGINT), SIGTERM, SIGHUP. */
export class Interrupted extends Error {
  /** 128 plus the number of the signal, as in shells. */
  readonly exitCode: number;

  constructor(signalNumber: number) {
    super('interrupted');
    this.exitCode = 128 + signalNumber;
  }
}

/** The reader of the output has closed the pipe: not an error. */
export class ClosedPipe extends Error {}

/** `diff` has found and printed a difference: exit code 1. */
export class FilesDiffer extends Error {}
