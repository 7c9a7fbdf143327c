/** The context that every command receives. */
import type { Command } from 'commander';
import type { PlugIns } from './plug-ins.js';
import type { Output } from './terminal/output.js';
import type { Progress } from './terminal/progress.js';

export interface Context {
  /** Where the command prints its result. */
  readonly output: Output;
  /** Where the command prints notes and warnings (stderr). */
  readonly messages: Output;
  readonly progress: Progress;
  /** Aborted by Ctrl-C, and when the reader of the output has closed the pipe. */
  readonly signal: AbortSignal;
  /** Yields to the event loop, so that signals and closed pipes are noticed. Call it in every long loop. */
  readonly pause: () => Promise<void>;
  /** Empty for commands that decode nothing, unless the user names modules. */
  readonly plugIns: PlugIns;
}

/** Adds a command to the program. */
export type AddCommand = (program: Command, context: Context) => void;
