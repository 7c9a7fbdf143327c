// `npm run test:stryker -- PACKAGE... [--mutate FILE[:LINE-LINE]]... [--concurrency N] [--timeout MS] [--memory MB] [--again]`
//
// Changes one operator, condition or block of a package's src/ at a time (StrykerJS), runs the package's own tests that reach it, and lists
// the changes that no test detects. It works on a copy of the package in a temporary folder:
//
//   /tmp/marquetry-stryker-XXXXXX/
//     node_modules, tsconfig.base.json   links to those of the workspace
//     packages/sandbox-YYYYYY/           the package: src with all mutants in it, each behind a switch; tests
//
// resident-runner.mjs runs the tests, without Vitest: each mutant is tested with the tests that reach it, up to the
// first that fails. `--timeout` is the processor time that a test may take in addition to five times its time without a
// mutant.
//
// A run tests one source file after the other. Results are kept in .cache/stryker/NAME.json after each, and used again by the next run for
// mutants whose source and tests are the same: after a stop, the next run continues with the first file that has no
// results. Some mutants allocate memory without limit. resident-runner.mjs ends a mutant when its process exceeds `--memory`. On
// Linux, the address space is limited to 5 GiB more than that, so a single larger allocation fails, which is an error
// that a test notices.
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readJson, root } from '../../scripts/workspace.mjs';
import { linesOf } from './report.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const results = join(root, '.cache', 'stryker');
const require = createRequire(import.meta.url);

function usage(message) {
  console.error(
    `${message}\nusage: npm run test:stryker -- PACKAGE... [--mutate FILE[:LINE-LINE]]... [--concurrency N] [--timeout MS] ` +
      '[--memory MB] [--again]',
  );
  process.exit(2);
}

/** The address space that Node, its threads and WebAssembly reserve, in MiB. */
const reservedMb = 5 * 1024;

function optionsFor(name, temporary, mutate, { concurrency, timeout, memory, again }) {
  const found = (plugin) => pathToFileURL(plugin).href;
  return {
    plugins: [found(join(here, 'resident-runner.mjs')), found(join(here, 'error-texts.mjs'))],
    testRunner: 'resident',
    residentRunner: { allowedMs: timeout, allowedMb: memory },
    // With trap handlers (hardware bounds checks), V8 reserves 8 GiB of address space for each WebAssembly memory.
    testRunnerNodeArgs: ['--disable-wasm-trap-handler', `--max-old-space-size=${memory}`],
    warnings: { unknownOptions: false },
    coverageAnalysis: 'perTest',
    ignorers: ['error-texts'],
    mutate: mutate.map((file) => `src/${file}`),
    tempDirName: temporary,
    cleanTempDir: 'always',
    // By default, StrykerJS adds a comment that turns off type checks to every file. Type checks do not run here.
    disableTypeChecks: false,
    // The package's tsconfig.json is not rewritten either, because the file that it extends exists in the sandbox.
    tsconfigFile: 'none',
    concurrency,
    // The runner has its own limit, which counts processor time. This limit is for a runner that does not answer.
    timeoutMS: 600_000,
    incremental: true,
    incrementalFile: join(results, `${name}.incremental.json`),
    force: again,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: join(results, `${name}.json`) },
    allowConsoleColors: false,
    logLevel: 'warn',
  };
}

/** Returns the command with a limit on its address space, which its children inherit. macOS and Windows do not support this. */
function bounded(command, megabytes) {
  if (process.platform !== 'linux') return command;
  return ['sh', '-c', `ulimit -v ${megabytes * 1024} && exec "$@"`, 'sh', ...command];
}

/** Runs StrykerJS on files of one package. Returns its exit code, which is not 0 if there are no tests, or if they fail without a mutant. */
function stryker(name, mutate, values) {
  const temporary = mkdtempSync(join(tmpdir(), 'marquetry-stryker-'));
  const sandboxes = join(temporary, 'packages');
  symlinkSync(join(root, 'node_modules'), join(temporary, 'node_modules'), 'junction');
  symlinkSync(join(root, 'tsconfig.base.json'), join(temporary, 'tsconfig.base.json'));
  const config = join(temporary, 'config.json');
  writeFileSync(config, JSON.stringify(optionsFor(name, sandboxes, mutate, values)));
  const command = join(dirname(require.resolve('@stryker-mutator/core/package.json')), 'bin', 'stryker.js');
  const [shell, ...args] = bounded([process.execPath, command, 'run', config], values.memory + reservedMb);
  const child = spawn(shell, args, {
    cwd: join(root, 'packages', name),
    stdio: 'inherit',
    // A compile cache, because new threads load the tests again.
    env: { ...process.env, NODE_COMPILE_CACHE: join(temporary, 'compiled') },
  });
  const stop = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
      rmSync(temporary, { recursive: true, force: true });
      resolve(code ?? 1);
    });
  });
}

/** Returns the files of `src/`, or the file given by `--mutate`. */
function piecesOf(name, mutate) {
  if (mutate !== undefined) return [mutate];
  const files = globSync('**/*.ts', { cwd: join(root, 'packages', name, 'src') });
  return files
    .filter((file) => file !== 'index.ts')
    .sort()
    .map((file) => [file.replaceAll('\\', '/')]);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutate: { type: 'string', multiple: true },
    concurrency: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '1000' },
    memory: { type: 'string', default: '3072' },
    again: { type: 'boolean', default: false },
  },
});
const concurrency = Number(values.concurrency);
const timeout = Number(values.timeout);
const memory = Number(values.memory);
if (!Number.isInteger(concurrency) || concurrency < 1)
  usage(`--concurrency must be at least 1, got ${values.concurrency}`);
if (!Number.isInteger(timeout) || timeout < 1) usage(`--timeout must be milliseconds, got ${values.timeout}`);
if (!Number.isInteger(memory) || memory < 1024) usage(`--memory must be at least 1024 megabytes, got ${values.memory}`);
if (positionals.length === 0) usage('PACKAGE must name at least one folder of packages/');
if (positionals.length > 1 && values.mutate !== undefined) usage('--mutate requires exactly one PACKAGE');
for (const name of positionals) {
  if (!existsSync(join(root, 'packages', name, 'test'))) usage(`packages/${name}/test does not exist`);
}

mkdirSync(results, { recursive: true });
const totals = [];
for (const name of positionals) {
  for (const mutate of piecesOf(name, values.mutate)) {
    console.log(`${name}: ${mutate.join(' ')}`);
    const code = await stryker(name, mutate, { ...values, concurrency, timeout, memory });
    if (code !== 0) process.exit(code);
  }
  const { survivors, perFile, total } = linesOf(name, readJson(join(results, `${name}.json`)));
  console.log(['', ...survivors, '', ...perFile, total].join('\n'));
  totals.push(total);
}
if (totals.length > 1) console.log(['', ...totals].join('\n'));
