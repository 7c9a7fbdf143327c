/**
 * Runs programs one after the other in one process, so that Node and the packages are loaded only once.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The output of a program, one entry per call of console.log, or the error that ended it. */
interface Outcome {
  readonly printed?: readonly string[];
  readonly error?: string;
}

/** Outcomes by name of the program. `worker` has the outcomes in the worker thread, if a worker was requested. */
export interface Outcomes {
  readonly main: Readonly<Record<string, Outcome>>;
  readonly worker?: Readonly<Record<string, Outcome>>;
}

export interface NamedModules {
  readonly name: string;
  /** Absolute paths of the program's modules, in the order in which they are imported. */
  readonly files: readonly string[];
}

/**
 * Writes a module to `path` that imports the modules of each program, and prints {@link Outcomes} as JSON. With
 * `inWorker`, a worker thread then imports them in the reverse order. A program that works only if another one has run
 * before it fails in one of the two orders.
 */
export function writeRunner(path: string, programs: Iterable<NamedModules>, { inWorker = false } = {}): void {
  const modules = Array.from(programs, ({ name, files }) => [name, files.map((file) => pathToFileURL(file).href)]);
  writeFileSync(
    path,
    `import { format } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const programs = ${JSON.stringify(modules)};
const outcomes = {};
const { log } = console;
for (const [name, modules] of isMainThread ? programs : programs.reverse()) {
  const printed = [];
  console.log = (...items) => printed.push(format(...items));
  try {
    for (const module of modules) await import(module);
    outcomes[name] = { printed };
  } catch (error) {
    outcomes[name] = { error: String(error?.stack ?? error) };
  }
}
if (!isMainThread) parentPort.postMessage(outcomes);
else if (${!inWorker}) log(JSON.stringify({ main: outcomes }));
else {
  const thread = new Worker(new URL(import.meta.url));
  const worker = await new Promise((resolve, reject) => thread.once('error', reject).once('message', resolve));
  log(JSON.stringify({ main: outcomes, worker }));
}
`,
  );
}
