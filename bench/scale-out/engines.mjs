// Compares engines with one process: the processor time of all their processes, and the elapsed time of one worker with
// that of two.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../checkout.mjs';
import { folder, file as tableFile } from '../tables/files.mjs';
import { runTree } from './process-tree.mjs';

const pathOf = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const seconds = (n) => `${n.toFixed(2)} s`;

/** Calls `run` with a new folder for its output, and removes the folder afterwards. */
async function inFolder(run) {
  const out = mkdtempSync(join(folder, 'scale-'));
  try {
    return await run(out);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const isSplitWork = ({ command }) => /main\.js|one-process|splits exec/.test(command);

export async function measureEngines({ targetBytes = 34_000_000, rounds = 3, only } = {}) {
  const { path } = await tableFile({ table: 'lineitem6m', layout: 'dictionary', codec: 'snappy' }, true);
  // The same file four times, so that starting processes and compiling code take a small part of the time.
  const sources = Array(4).fill(path);
  const best = { one: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    const args = [pathOf('bench/scale-out/one-process.mjs')];
    const one = await inFolder((out) => runTree(process.execPath, [...args, out, String(targetBytes), '', ...sources]));
    const facts = JSON.parse(one.output);
    if (one.cpu < best.one) {
      Object.assign(best, { one: one.cpu, facts });
      best.wall = one.seconds;
    }
  }
  const { facts } = best;
  console.log(
    `one process: ${facts.splits} splits, ${seconds(best.one)} of processor time, ${seconds(best.wall)} elapsed; ` +
      `the longest split took ${facts.skew.toFixed(2)} times the mean; bytes read equal the plan: ${facts.bytesEqualPlan}`,
  );
  const splice = facts.bytes / 1000 / facts.commit;
  console.log(
    `splice: ${(facts.commit / 1000).toFixed(2)} s for ${(facts.bytes / 1e6).toFixed(0)} MB (${splice.toFixed(0)} MB/s), ` +
      `${((100 * facts.commit) / (facts.commit + facts.execute)).toFixed(1)} % of the processor time`,
  );
  const optionsOf = (workers, out) => [
    ...sources,
    out,
    '--workers',
    String(workers),
    '--target-bytes',
    String(targetBytes),
  ];
  const engines = {
    'worker threads': (workers, out) => [
      process.execPath,
      [pathOf('examples/worker-threads/main.js'), ...optionsOf(workers, out)],
    ],
    BullMQ: (workers, out) => [process.execPath, [pathOf('examples/bullmq/main.js'), ...optionsOf(workers, out)]],
    Spark: (workers, out) => [
      process.env.PYTHON ?? 'python3',
      [pathOf('examples/spark/run.py'), ...optionsOf(workers, out)],
    ],
  };
  for (const [name, commandOf] of Object.entries(engines)) {
    if (only !== undefined && !name.startsWith(only)) continue;
    const walls = [];
    for (const workers of [1, 2]) {
      let cpu = Number.POSITIVE_INFINITY;
      let workCpu = Number.POSITIVE_INFINITY;
      let execution = Number.POSITIVE_INFINITY;
      let wall = Number.POSITIVE_INFINITY;
      for (let round = 0; round < (name === 'Spark' ? 1 : rounds); round++) {
        const run = await inFolder((out) => {
          const [program, args] = commandOf(workers, out);
          return runTree(program, args, { MARQUETRY: `${process.execPath} ${commandLine()}` });
        });
        cpu = Math.min(cpu, run.cpu);
        workCpu = Math.min(
          workCpu,
          run.processes.filter(isSplitWork).reduce((sum, process) => sum + process.cpu, 0),
        );
        execution = Math.min(execution, run.execution);
        const stated = /execution took ([\d.]+) s/.exec(run.output)?.[1];
        wall = Math.min(wall, stated === undefined ? run.seconds : Number(stated));
      }
      walls.push(wall);
      console.log(
        `${name}, ${workers} workers: ${seconds(cpu)} of processor time (${(cpu / best.one).toFixed(2)} of one process; ` +
          `Node alone ${(workCpu / best.one).toFixed(2)}${execution > 0 ? `, all without the start and end ${(execution / best.one).toFixed(2)}` : ''}), ${seconds(wall)} elapsed`,
      );
    }
    console.log(`${name}: two workers reach ${(walls[0] / (2 * walls[1])).toFixed(2)} of the ideal`);
  }
}
