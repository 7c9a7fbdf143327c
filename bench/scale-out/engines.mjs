// Compares engines with one process: the processor time of all their processes, and the elapsed time of one worker with
// that of two.
//
//   reference          one process without an engine, on one processor
//   NAME on 1 core     one worker, and everything else that the engine runs, on one processor
//   NAME, 1            one worker, on all processors: V8 also compiles and collects garbage on the second one
//   NAME, 2            two workers, on all processors
//
// Every run is recorded in a file, and the summary uses the fastest runs in it. This allows runs to be executed one by
// one, whenever the machine is quiet.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareExample } from '../../scripts/prepare-example.mjs';
import { commandLine } from '../checkout.mjs';
import { folder, file as tableFile } from '../tables/files.mjs';
import { runTree } from './process-tree.mjs';

const pathOf = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const seconds = (n) => `${n.toFixed(2)} s`;
const isSplitWork = ({ command }) => /main\.js|one-process|splits exec/.test(command);

const engines = {
  'worker threads': { example: 'worker-threads', program: process.execPath, main: 'examples/worker-threads/main.js' },
  BullMQ: { example: 'bullmq', program: process.execPath, main: 'examples/bullmq/main.js' },
  Spark: { example: 'spark', program: process.env.PYTHON ?? 'python3', main: 'examples/spark/run.py' },
};

/**
 * Returns the benchmark runs by name: the program, its arguments for an output folder, and whether it is restricted to
 * one processor.
 */
function runsOf(sources, targetBytes) {
  const reference = (out) => [pathOf('bench/scale-out/one-process.mjs'), out, String(targetBytes), '', ...sources];
  const runs = { reference: { program: process.execPath, argsOf: reference, isPinned: true } };
  for (const [name, { example, program, main }] of Object.entries(engines)) {
    for (const [label, workers] of [
      ['on 1 core', 1],
      ['1', 1],
      ['2', 2],
    ]) {
      const options = ['--workers', String(workers), '--target-bytes', String(targetBytes)];
      runs[label === 'on 1 core' ? `${name} on 1 core` : `${name}, ${label}`] = {
        ...{ example, program, isPinned: label === 'on 1 core' },
        argsOf: (out) => [pathOf(main), ...sources, out, ...options],
      };
    }
  }
  return runs;
}

/** Runs one of the programs, and returns its elapsed time, processor time and other figures. */
async function measured(name, { example, program, argsOf, isPinned }) {
  if (example !== undefined) prepareExample(example);
  const out = mkdtempSync(join(folder, 'scale-'));
  try {
    const env = { MARQUETRY: `${process.execPath} ${commandLine()}` };
    const args = argsOf(out);
    const run = isPinned
      ? await runTree('taskset', ['--cpu-list', '0', program, ...args], env)
      : await runTree(program, args, env);
    const stated = /execution took ([\d.]+) s/.exec(run.output)?.[1];
    return {
      name,
      wall: stated === undefined ? run.seconds : Number(stated),
      cpu: run.cpu,
      work: run.processes.filter(isSplitWork).reduce((sum, { cpu }) => sum + cpu, 0),
      ...(run.execution > 0 && { execution: run.execution }),
      ...(name === 'reference' && { facts: JSON.parse(run.output) }),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function printReference(runs) {
  const best = runs.reduce((a, b) => (b.cpu < a.cpu ? b : a));
  const { facts } = best;
  console.log(
    `one process: ${facts.splits} splits, ${seconds(best.cpu)} of processor time, ${seconds(best.wall)} elapsed; ` +
      `the longest split took ${facts.skew.toFixed(2)} times the mean, excluding the first split ${facts.laterSkew.toFixed(2)}; ` +
      `each split read exactly the bytes in the plan: ${facts.bytesEqualPlan}`,
  );
  const commit = Math.min(...runs.map((run) => run.facts.commit));
  console.log(
    `splice: ${(commit / 1000).toFixed(2)} s for ${(facts.bytes / 1e6).toFixed(0)} MB (${(facts.bytes / 1000 / commit).toFixed(0)} MB/s), ` +
      `${((100 * commit) / (commit + facts.execute)).toFixed(1)} % of the processor time`,
  );
  return best.cpu;
}

function printSummary(records) {
  const of = (name) => records.filter((record) => record.name === name);
  const least = (name, figure) => Math.min(...of(name).flatMap((record) => record[figure] ?? []));
  if (of('reference').length === 0) return;
  const one = printReference(of('reference'));
  for (const engine of Object.keys(engines)) {
    for (const name of [`${engine} on 1 core`, `${engine}, 1`, `${engine}, 2`]) {
      if (of(name).length === 0) continue;
      const execution = least(name, 'execution');
      console.log(
        `${name}: ${seconds(least(name, 'cpu'))} of processor time (${(least(name, 'cpu') / one).toFixed(2)} of one process; ` +
          `Node alone ${(least(name, 'work') / one).toFixed(2)}${Number.isFinite(execution) ? `, excluding start-up and shutdown ${(execution / one).toFixed(2)}` : ''}), ` +
          `${seconds(least(name, 'wall'))} elapsed, ${of(name).length} runs`,
      );
    }
    const two = least(`${engine}, 2`, 'wall');
    for (const name of [`${engine} on 1 core`, `${engine}, 1`]) {
      const ratio = least(name, 'wall') / (2 * two);
      if (Number.isFinite(ratio) && ratio > 0)
        console.log(`two workers of ${engine} reach ${ratio.toFixed(2)} of the ideal, compared with ${name}`);
    }
  }
}

/**
 * Executes each run whose name starts with `only`, `rounds` times, and prints a summary of all recorded runs.
 * @param fresh true to discard the recorded runs first.
 */
export async function measureEngines({ targetBytes = 34_000_000, rounds = 1, only = '', fresh = false } = {}) {
  const { path } = await tableFile({ table: 'lineitem6m', layout: 'dictionary', codec: 'snappy' }, true);
  // The same file four times, so that starting processes and compiling code take a small part of the time.
  const runs = runsOf(Array(4).fill(path), targetBytes);
  const records = join(folder, 'scale-out.ndjson');
  if (fresh) rmSync(records, { force: true });
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(runs)) {
      if (!name.startsWith(only)) continue;
      const record = await measured(name, run);
      appendFileSync(records, `${JSON.stringify(record)}\n`);
      console.log(`${name}: ${seconds(record.cpu)} of processor time, ${seconds(record.wall)} elapsed`);
    }
  }
  const lines = existsSync(records) ? readFileSync(records, 'utf8').trim().split('\n') : [];
  printSummary(lines.filter((line) => line !== '').map((line) => JSON.parse(line)));
}
