/**
 * What every command gets.
 */
import type { Command } from 'commander';
import type { PlugIns } from './plug-ins.js';
import type { Output } from './terminal/output.js';
import type { Progress } from './terminal/progress.js';

export interface Context {
  /** The command's result. */
  readonly output: Output;
  /** What is said about it. */
  readonly messages: Output;
  readonly progress: Progress;
  /** Aborted by Ctrl-C, or when nobody reads the output any more. */
  readonly signal: AbortSignal;
  /** Lets signals and closed pipes be seen; call it in every long loop. */
  readonly pause: () => Promise<void>;
  /** None for a command that decodes nothing, unless the user names modules. */
  readonly plugIns: PlugIns;
}

/** Adds a command to the program. */
export type AddCommand = (program: Command, context: Context) => void;
