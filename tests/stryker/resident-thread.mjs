// The thread in which mutants run. It loads the tests of a package once, and runs the requested tests for one mutant after the other.
// Messages and answers:
//
//   { files, activeMutant }                    -> { loaded: true } or { failed: message }
//   { dryRun: true }                           -> { tests, mutantCoverage }
//   { ids, activeMutant, hitLimits }           -> { killedBy, message, isEndless } of the first test that fails, or {}
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort, workerData as step } from 'node:worker_threads';

const here = (file) => new URL(file, import.meta.url).href;
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Imports of these names load replacements, which in turn import the real modules. */
const standIns = { vitest: here('test-api.mjs'), 'fast-check': here('fast-check.ts') };

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    // Other packages that import this package get the mutated copy.
    if (specifier === name)
      return { url: pathToFileURL(join(process.cwd(), 'src', 'index.ts')).href, shortCircuit: true };
    const standIn = standIns[specifier];
    if (standIn !== undefined && standIn !== parentURL) return { url: standIn, shortCircuit: true };
    if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.endsWith('.ts')) {
      const url = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
      if (existsSync(fileURLToPath(url))) return { url: url.href, shortCircuit: true };
    }
    return next(specifier, { ...context, conditions: ['@marquetry/source', ...context.conditions] });
  },
});

// The mutated source reads from this object which mutant is active, and counts in it how often mutants are reached.
const stryker = {};
globalThis.__stryker__ = stryker;
const { collected } = await import('./test-api.mjs');
const byId = new Map();

async function load({ files, activeMutant }) {
  stryker.activeMutant = activeMutant;
  for (const file of files) {
    collected.file = file;
    await import(pathToFileURL(join(process.cwd(), file)).href);
  }
  for (const test of collected.tests) byId.set(test.id, test);
  stryker.activeMutant = undefined;
  return { loaded: true };
}

/**
 * Returns a promise `late`, which rejects after 30 seconds in which this thread could run. Time for which the machine paused the thread
 * does not count.
 */
function never() {
  let ticks = 0;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setInterval(() => {
      if (++ticks === 300) reject(new Error('the test did not settle in 30 seconds'));
    }, 100);
  });
  return { late, stop: () => clearInterval(timer) };
}

/** Runs a test. Returns the text of the error that it threw, or `undefined` if it passed. */
async function failureOf({ run }) {
  try {
    const result = run({});
    if (result instanceof Promise) {
      const { late, stop } = never();
      await Promise.race([result, late]).finally(stop);
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function dryRun() {
  const tests = [];
  for (const test of collected.tests) {
    stryker.currentTestId = test.id;
    const start = performance.now();
    const failure = await failureOf(test);
    const { id, name: title, file, line } = test;
    tests.push({ id, name: title, file, line, time: performance.now() - start, failure });
  }
  stryker.currentTestId = undefined;
  return { tests, mutantCoverage: stryker.mutantCoverage };
}

async function runMutant({ ids, activeMutant, hitLimits }) {
  stryker.activeMutant = activeMutant;
  try {
    for (const [index, id] of ids.entries()) {
      step[0] = index;
      stryker.hitCount = 0;
      stryker.hitLimit = hitLimits[index];
      const test = byId.get(id);
      const message = test === undefined ? 'the test does not exist any more' : await failureOf(test);
      const isEndless = stryker.hitCount > stryker.hitLimit;
      if (isEndless || message !== undefined) return { killedBy: id, message, isEndless };
    }
    return {};
  } finally {
    stryker.activeMutant = undefined;
  }
}

parentPort.on('message', async (request) => {
  try {
    const answer = request.files ? await load(request) : request.dryRun ? await dryRun() : await runMutant(request);
    parentPort.postMessage(answer);
  } catch (error) {
    parentPort.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
