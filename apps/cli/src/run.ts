/**
 * One run of the command line: arguments in, exit code out.
 *
 * Starting is most of the time that many runs take, so that modules are loaded when they are needed: the version needs
 * none, help only the options of all commands, a command its own code. `schema FILE` is told without the parser of arguments.
 */
import { constants } from 'node:os';
import { Interrupted } from './failure.js';
import { createOutput, type OutputStream } from './terminal/output.js';
import { createProgress } from './terminal/progress.js';
import { versionOf } from './version.js';

/** What a run sees of the process. */
export interface Surroundings {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP; its reason is an {@link Interrupted}, else Ctrl-C is taken for it. */
  readonly signal: AbortSignal;
}

/**
 * Resolves to the exit code: 0, 1 (the file is at fault), 2 (usage, no such file) or 128 and the
 * number of the signal that ended it: 130 (Ctrl-C), 143 (SIGTERM), 129 (SIGHUP). Never rejects.
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
      await runProgram(args, { output, messages, progress, signal: stop.signal });
    }
    await output.finish();
    await messages.finish();
    return 0;
  } catch (error) {
    const { describeFailure } = await import('./describe-failure.js');
    const { exitCode, line } = describeFailure(stop.signal.aborted ? stop.signal.reason : error);
    if (!stop.signal.aborted) await output.finish().catch(() => {});
    progress.clear();
    if (line !== undefined) await messages.write(`${line}\n`).catch(() => {});
    await messages.finish().catch(() => {});
    return exitCode;
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** The arguments of `schema FILE` and `schema FILE --json`; undefined for all others, which are for the parser. */
function plainSchema(args: readonly string[]): { readonly name: string; readonly json: boolean } | undefined {
  const [command, ...rest] = args;
  const [name, ...others] = rest.filter((argument) => argument !== '--json');
  if (command !== 'schema' || name === undefined || name.startsWith('-') || others.length > 0) return undefined;
  // A pattern, perhaps.
  if (/[*?[\]{}()]/.test(name)) return undefined;
  return { name, json: rest.length > 1 };
}
