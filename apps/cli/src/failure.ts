/** The errors that end a run early. */

/** A mistake in the arguments, such as an unknown column or a missing file: exit code 2. */
export class UsageError extends Error {}

/** The process received a signal: SIGINT (Ctrl-C), SIGTERM or SIGHUP. */
export class Interrupted extends Error {
  /** The exit code: 128 plus the number of the signal, as in shells. */
  readonly exitCode: number;

  constructor(signalNumber: number) {
    super('interrupted');
    this.exitCode = 128 + signalNumber;
  }
}

/** The program that reads the output has closed the pipe. The run ends without an error message. */
export class ClosedPipe extends Error {}

/** `diff` has found and printed a difference: exit code 1. */
export class FilesDiffer extends Error {}

/**
 * Ctrl-C has ended the server of `inspect`. This is the normal end of a server, so the exit code is 0, without a
 * message.
 */
export class Stopped extends Error {}
