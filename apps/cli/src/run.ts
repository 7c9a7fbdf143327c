/**
 * One run of the command line: arguments in, exit code out.
 */
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { Command, type CommanderError } from 'commander';
import { addCat } from './commands/cat.js';
import { addPages } from './commands/pages.js';
import { addRewrite } from './commands/rewrite.js';
import { addSchema } from './commands/schema.js';
import { addSizes } from './commands/sizes.js';
import { addVerify } from './commands/verify.js';
import type { Context } from './context.js';
import { describeFailure, Interrupted, UsageError } from './failure.js';
import { withModules } from './plug-in-module.js';
import { type PlugIns, standardPlugIns } from './plug-ins.js';
import { createOutput, type OutputStream } from './terminal/output.js';
import { createPause } from './terminal/pause.js';
import { createProgress } from './terminal/progress.js';

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
  let plugIns: PlugIns = standardPlugIns;
  const context: Context = {
    output,
    messages,
    progress,
    signal: stop.signal,
    pause: createPause(stop.signal),
    get plugIns(): PlugIns {
      return plugIns;
    },
  };
  try {
    const program = createProgram(context).hook('preAction', async (command) => {
      const modules: readonly string[] = command.opts()['plugin'] ?? [];
      plugIns = await withModules(standardPlugIns, modules, process.cwd());
    });
    await program.parseAsync([...args], { from: 'user' });
    await output.finish();
    await messages.finish();
    return 0;
  } catch (error) {
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

function createProgram(context: Context): Command {
  const { output } = context;
  const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
  const program = new Command('marquetry')
    .description('Looks into Parquet files, page by page.')
    .version(version)
    .option(
      '--plugin <module>',
      'encodings and codecs of your own: a path or package that exports them; may be repeated',
      (name: string, before: readonly string[] = []) => [...before, name],
    )
    .showHelpAfterError(false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride((error) => {
      // Help that was asked for is the only success among these.
      if (error.exitCode === 0) throw error;
      throw new UsageError(error.code === 'commander.help' ? noCommand(program) : usageText(error));
    })
    .configureOutput({
      writeOut: (text) => void output.write(text).catch(() => {}),
      // What went wrong comes as an error, too.
      writeErr: () => {},
      getOutHelpWidth: () => output.width,
      getOutHasColors: () => output.colors.isColorSupported,
    })
    .addHelpText(
      'after',
      '\nExit codes: 0, 1 (the file is at fault), 2 (usage, no such file), 130 (Ctrl-C), 143 (SIGTERM), 129 (SIGHUP).',
    );
  for (const add of [addSchema, addPages, addCat, addVerify, addRewrite, addSizes]) add(program, context);
  return program;
}

function noCommand({ commands }: Command): string {
  return `name a command: ${commands.map((command) => command.name()).join(', ')}; see marquetry --help`;
}

function usageText(error: CommanderError): string {
  return error.message.replace(/^error: /, '').replace(/\n+/g, ' ');
}
