/** Defines the commands and their options. The code of a command is loaded when it runs. */
import { createCodecRegistry, createRegistry } from '@marquetry/core';
import { Command, type CommanderError, Option } from 'commander';
import { addCat } from './commands/cat.js';
import { addCount } from './commands/count.js';
import { addDiff } from './commands/diff.js';
import { addFrom } from './commands/from.js';
import { addHead } from './commands/head.js';
import { addInspect } from './commands/inspect.js';
import { addMerge } from './commands/merge.js';
import { addMeta } from './commands/meta.js';
import { addPages } from './commands/pages.js';
import { addPlan } from './commands/plan.js';
import { addRewrite } from './commands/rewrite.js';
import { addSample } from './commands/sample.js';
import { addSchema } from './commands/schema.js';
import { addSizes } from './commands/sizes.js';
import { addSplit } from './commands/split.js';
import { addSplits } from './commands/splits.js';
import { addTail } from './commands/tail.js';
import { addVerify } from './commands/verify.js';
import type { AddCommand, Context } from './context.js';
import { UsageError } from './failure.js';
import type { KeyOptions } from './keys/key-provider.js';
import { parseSize } from './option-values.js';
import type { PlugIns } from './plug-ins.js';
import { type Output, withAppearance } from './terminal/output.js';
import { createPause } from './terminal/pause.js';
import { versionOf } from './version.js';

/** The commands, in the order in which the help lists them. */
const commands: readonly AddCommand[] = [
  addSchema,
  addMeta,
  addPages,
  addCat,
  addHead,
  addTail,
  addSample,
  addCount,
  addPlan,
  addVerify,
  addDiff,
  addMerge,
  addSplit,
  addSplits,
  addRewrite,
  addFrom,
  addSizes,
  addInspect,
];

/**
 * Runs the command that the arguments name. Rejects with the error that ends the command early. Also rejects after
 * printing the help or the version, with an error of the argument parser.
 */
export async function runProgram(
  args: readonly string[],
  surroundings: Pick<Context, 'output' | 'messages' | 'progress' | 'signal' | 'env'>,
): Promise<void> {
  let { output, messages } = surroundings;
  let keys: KeyOptions = {};
  let plugIns: PlugIns = { encodings: createRegistry(), codecs: createCodecRegistry([]) };
  const context: Context = {
    ...surroundings,
    pause: createPause(surroundings.signal),
    get output(): Output {
      return output;
    },
    get messages(): Output {
      return messages;
    },
    get plugIns(): PlugIns {
      return plugIns;
    },
    get keys(): KeyOptions {
      return keys;
    },
  };
  const program = createProgram(context).hook('preAction', async (all, command) => {
    const { plugin: modules = [], color, width, key, ...others }: GlobalOptions = all.opts();
    keys = others;
    // Each key is read once, since its file may be a pipe. Mistakes are reported even if no file is encrypted.
    if (key !== undefined) {
      const { readKeys } = await import('./keys/read-keys.js');
      keys = { ...others, keys: await readKeys(key, surroundings.env) };
    }
    const appearance = { color: color === 'auto' ? undefined : color, width };
    output = withAppearance(output, appearance);
    messages = withAppearance(messages, appearance);
    if (withoutPlugIns.has(command.name()) && modules.length === 0) return;
    plugIns = await loadPlugIns(modules);
  });
  await program.parseAsync([...args], { from: 'user' });
}

/**
 * Most commands load all plug-ins. `schema` and `meta` read only the footer, so they load only the user's own plug-ins,
 * to print their names. `inspect` loads none: its web page decodes the file.
 */
const withoutPlugIns: ReadonlySet<string> = new Set(['schema', 'meta', 'inspect']);

interface GlobalOptions extends Omit<KeyOptions, 'keys'> {
  readonly key?: readonly string[];
  readonly plugin?: readonly string[];
  readonly color?: 'auto' | 'always' | 'never';
  readonly width?: number;
}

async function loadPlugIns(modules: readonly string[]): Promise<PlugIns> {
  const { standardPlugIns } = await import('./plug-ins.js');
  if (modules.length === 0) return standardPlugIns;
  const { withModules } = await import('./plug-in-module.js');
  return withModules(standardPlugIns, modules, process.cwd());
}

function createProgram(context: Context): Command {
  const { output } = context;
  const program = new Command('marquetry')
    .description('Inspect, compare, verify, merge, split and rewrite Parquet files.')
    .version(versionOf())
    .option('--plugin <module>', 'path or package that exports your own encodings and codecs; may be repeated', collect)
    .option(
      '--key <id=place>',
      'key of encrypted files, in hexadecimal: ID=env:NAME or ID=file:PATH, where ID is key metadata, footer or column:PATH; may be repeated',
      collect,
    )
    .option('--aad-prefix <text>', 'AAD prefix with which an encrypted file was written')
    .option('--kms <module>', 'path or package whose default export is a key provider, or a function that returns one')
    .option(
      '--allow-no-aad',
      'read files encrypted by DuckDB, although someone without the keys can swap parts of such files unnoticed',
    )
    .addOption(
      new Option('--color <when>', 'when to use colors; default: on a terminal, unless NO_COLOR is set').choices([
        'auto',
        'always',
        'never',
      ]),
    )
    .option(
      '--width <characters>',
      'width of tables; default: the environment variable COLUMNS, or the width of the terminal',
      parseSize,
    )
    .showHelpAfterError(false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride((error) => {
      // Exit code 0 means that the user asked for help or the version.
      if (error.exitCode === 0) throw error;
      throw new UsageError(error.code === 'commander.help' ? noCommand(program) : usageText(error));
    })
    .configureOutput({
      writeOut: (text) => void output.write(text).catch(() => {}),
      // Do not print error messages here: Commander also throws them, and the caller prints them.
      writeErr: () => {},
      getOutHelpWidth: () => output.width,
      getOutHasColors: () => output.colors.isColorSupported,
    })
    .addHelpText(
      'after',
      '\nExit codes: 0, 1 (invalid or unsupported file), 2 (usage error or missing file), 130 (Ctrl-C), 143 (SIGTERM), 129 (SIGHUP).',
    );
  for (const add of commands) add(program, context);
  return program;
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

function noCommand({ commands }: Command): string {
  return `a command is required: ${commands.map((command) => command.name()).join(', ')}; see marquetry --help`;
}

function usageText(error: CommanderError): string {
  return error.message.replace(/^error: /, '').replace(/\n+/g, ' ');
}
