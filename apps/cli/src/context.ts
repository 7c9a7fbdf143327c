/** The context that every command receives: outputs, the abort signal, and the available encodings and codecs. */
import type { Command } from 'commander';
import type { KeyOptions } from './keys/key-provider.js';
import type { Environment } from './keys/read-keys.js';
import type { PlugIns } from './plug-ins.js';
import type { Output } from './terminal/output.js';
import type { Progress } from './terminal/progress.js';

export interface Context {
  /** Where the command prints its result. */
  readonly output: Output;
  /** Where the command prints notes and warnings (stderr). */
  readonly messages: Output;
  readonly progress: Progress;
  /** Aborted by Ctrl-C, and when the program that reads the output through a pipe closes that pipe. */
  readonly signal: AbortSignal;
  /** Yields to the event loop, so that signals and closed pipes are noticed. Call it in every long loop. */
  readonly pause: () => Promise<void>;
  /**
   * The available encodings and codecs. Empty for commands that decode nothing, unless the user names modules with
   * `--plugin`.
   */
  readonly plugIns: PlugIns;
  /** The environment variables. */
  readonly env: Environment;
  /** The options that specify the keys of encrypted files. */
  readonly keys: KeyOptions;
}

/** Adds a command to the program. */
export type AddCommand = (program: Command, context: Context) => void;
