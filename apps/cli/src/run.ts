/**
 * Runs the command line once: takes arguments, returns the exit code.
 *
 * Most short runs spend most of their time starting up, so modules are loaded only when needed: `--version` loads none, help
 * loads the options of all commands, and a command loads its own code. `schema FILE` runs without loading the argument parser.
 */
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { Interrupted, Stopped } from './failure.js';
import { createOutput, type OutputStream } from './terminal/output.js';
import { createProgress } from './terminal/progress.js';
import { versionOf } from './version.js';

/** The parts of the process that a run uses: streams, environment and an abort signal. */
export interface Surroundings {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Aborted by Ctrl-C, SIGTERM or SIGHUP. If its reason is not an {@link Interrupted}, the exit code is 130, as for
   * Ctrl-C.
   */
  readonly signal: AbortSignal;
}

/**
 * Resolves to the exit code: 0, 1 (invalid or unsupported file), 2 (usage error or missing file), or 128 plus the
 * number of the signal that ended the run: 130 (Ctrl-C), 143 (SIGTERM), 129 (SIGHUP). The promise never rejects.
 */
export async function run(args: readonly string[], { stdout, stderr, env, signal }: Surroundings): Promise<number> {
  const stop = new AbortController();
  const interrupt = (): void =>
    stop.abort(signal.reason instanceof Interrupted ? signal.reason : new Interrupted(constants.signals.SIGINT));
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt);
  const output = createOutput(stdout, env, stop);
  const messages = createOutput(stderr, env, undefined);
  const progress = createProgress(messages, { shown: messages.isTerminal && env['TERM'] !== 'dumb' });
  try {
    const schema = plainSchema(args);
    if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
      await output.write(`${versionOf()}\n`);
    } else if (schema !== undefined) {
      const { printSchema } = await import('./schema/print-schema.js');
      await printSchema(schema.name, { json: schema.json }, { output, signal: stop.signal });
    } else {
      const { runProgram } = await import('./program.js');
      await runProgram(args, { output, messages, progress, env, signal: stop.signal });
    }
    await output.finish();
    await messages.finish();
    return 0;
  } catch (error) {
    const { describeFailure } = await import('./describe-failure.js');
    const { exitCode, line } = describeFailure(
      stop.signal.aborted && !(error instanceof Stopped) ? stop.signal.reason : error,
    );
    if (!stop.signal.aborted) await output.finish().catch(() => {});
    progress.clear();
    if (line !== undefined) await messages.write(`${line}\n`).catch(() => {});
    await messages.finish().catch(() => {});
    return exitCode;
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/**
 * Parses the arguments `schema FILE` and `schema FILE --json`. Returns undefined for all other arguments, which need
 * the argument parser.
 */
function plainSchema(args: readonly string[]): { readonly name: string; readonly json: boolean } | undefined {
  const [command, ...rest] = args;
  const [name, ...others] = rest.filter((argument) => argument !== '--json');
  if (command !== 'schema' || name === undefined || name.startsWith('-') || others.length > 0) return undefined;
  // The name may be a pattern or a folder.
  if (/[*?[\]{}()]/.test(name) || statSync(name, { throwIfNoEntry: false })?.isDirectory() === true) return undefined;
  return { name, json: rest.length > 1 };
}
