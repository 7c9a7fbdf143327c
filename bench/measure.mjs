// `npm run bench`: measures every workload. The readers or writers of a workload run one after the other, each in a
// separate process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPackage } from './checkout.mjs';
import { checkReading, checkWriting } from './checks/values.mjs';
import { idOf, memoryFloors, speedFloors, startUpFloorsOf } from './floors.mjs';
import { kernelSets } from './kernel-sets.mjs';
import { nodes, versionOf } from './nodes.mjs';
import { measureInProcess } from './process.mjs';
import { row } from './report/terminal.mjs';
import { measureStartUp } from './start-up.mjs';
import { file } from './tables/files.mjs';
import { chooseWorkloads } from './workloads.mjs';

const widths = [28, 10, 9, 10, 10, 9];
const peersNeeded = (floors, peers) => peers.filter((peer) => floors.some(({ to }) => to === peer));

/**
 * Returns the tasks of a workload, `[{ id, library, form, kernels }]`: Marquetry with each kernel set, then the other
 * libraries. Marquetry can return a result in several forms, such as rows; with small tables, only the forms that have
 * a floor (a required speed) are measured.
 */
function contenders(
  { kind, forms, peers, floors = [], library = 'marquetry' },
  { sets, isFirstNode, chosenPeers, isFull },
) {
  const needed = (form) =>
    isFull || floors.length === 0 || floors.some(({ of, toOwn }) => form === of || form === toOwn);
  const ours = forms.filter(needed).flatMap((form) => sets.map((kernels) => ({ library, form, kernels })));
  const wanted = (isFirstNode ? peers : peersNeeded(floors, peers)).filter(
    (peer) => chosenPeers === undefined || chosenPeers.includes(peer.split(':')[0]),
  );
  const others = wanted.map((peer) => {
    const [name, form] = peer.split(':');
    return { library: name, form };
  });
  return [...ours, ...others].map((one) => ({ ...one, kind, id: idOf(one.library, one.form, one.kernels) }));
}

async function checked(workload, tasks, source, options) {
  if (workload.kind !== 'read') return;
  // Check only the results of Marquetry. Do not check reads in workers, because their batches equal those that one
  // thread reads.
  for (const task of tasks.filter(({ library }) => library === 'marquetry')) {
    await checkReading(task, source, options);
  }
}

function printResult(id, result, plainBytes, reference) {
  if (result.error !== undefined) {
    console.log(`  ${id.padEnd(widths[0])} ${result.error.split('\n')[0]}`);
    return;
  }
  const { median, first, memory, bytes } = result;
  const ratio = reference?.median === undefined ? '' : `${(reference.median / median).toFixed(2)}x`;
  const cells = [
    id,
    `${median.toFixed(1)} ms`,
    (plainBytes / median / 1000).toFixed(0),
    `${first.toFixed(0)} ms`,
    `${(memory.peak / 1e6).toFixed(0)} MB`,
    ratio,
    ...(bytes === undefined ? [] : [`${(bytes / 1e6).toFixed(1)} MB`]),
  ];
  console.log(`  ${row(cells, [...widths, 10])}`);
}

async function measureWorkload(workload, source, context) {
  const { node, options, folder, sets } = context;
  const { kind, title } = workload;
  const all = contenders(workload, { ...context, chosenPeers: options.peers, isFull: options.isFull });
  const tasks = all.map((one) => ({
    ...one,
    path: source.path,
    leaves: source.leaves,
    isNested: source.leaves !== undefined,
    root: options.root,
    isFull: options.isFull,
    clock: workload.clock ?? options.clock,
    countsOutput: kind === 'read' && one.library === 'marquetry' && !['rows', 'strings'].includes(one.form),
    ...(kind === 'write' && { keep: join(folder, 'written.parquet') }),
  }));
  const { bytesPerSecond } = await measureInProcess('memory-copy.mjs', {}, { node });
  console.log(
    `\n${title}: ${source.rowCount.toLocaleString('en-US')} rows, memory is copied at ${(bytesPerSecond / 1e9).toFixed(1)} GB/s`,
  );
  const reference = peersNeeded(workload.floors ?? [], workload.peers)[0];
  console.log(
    `  ${row(['', 'median', 'MB/s', 'first', 'peak', ''], widths)}${reference === undefined ? '' : `  (x: of the speed of ${reference})`}`,
  );
  await checked(workload, tasks, source, { node });
  const results = new Map();
  for (const task of tasks) {
    const result = await measureInProcess('child.mjs', task, { node });
    if (result.error === undefined && kind === 'write') {
      await checkWriting(task.id, source.path, task.keep, source.rowCount);
    } else if (result.rowCount !== undefined && result.rowCount !== source.rowCount) {
      throw new Error(`${title}: ${task.id} returned ${result.rowCount} rows, but the file has ${source.rowCount}`);
    }
    results.set(task.id, result);
  }
  for (const [id, result] of results) printResult(id, result, source.plainBytes, results.get(reference));
  const { path, leaves, ...facts } = source;
  return {
    name: workload.name,
    title,
    kind,
    node: context.version,
    ...facts,
    copied: bytesPerSecond,
    sets,
    reference,
    results: Object.fromEntries(results),
  };
}

function reasonToSkip(workload, source, { options, isFirstNode }) {
  if (workload.isFullOnly && !options.isFull) return 'with --full only';
  if (workload.needs !== undefined && !hasPackage(options.root, workload.needs)) return `no ${workload.needs} package`;
  if (source === undefined) return 'the demo data is not installed';
  if (!isFirstNode && !workload.floors?.some(({ kernels }) => kernels === 'js'))
    return 'this workload has no floor for this Node';
  return undefined;
}

/**
 * Measures the workloads that the options select. Returns the workloads with their results, and the verdict on each
 * floor (required figure).
 */
export async function measure(options) {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-bench-'));
  const measured = [];
  const floors = [];
  try {
    for (const [i, node] of (options.node === undefined ? nodes() : [options.node]).entries()) {
      const isFirstNode = i === 0;
      const version = versionOf(node);
      const setsOfNode = isFirstNode ? kernelSets(options.root) : ['js'];
      const { peak: bare } = await measureInProcess('bare.mjs', {}, { node });
      console.log(
        `\nNode ${version}${isFirstNode ? '' : ': only the workloads that have floors for the JavaScript kernels'}`,
      );
      for (const workload of chooseWorkloads(options.only)) {
        const sets = workload.sets ?? setsOfNode;
        const context = { node, version, sets, isFirstNode, options, folder };
        const isWanted = reasonToSkip(workload, null, context) === undefined;
        const source = isWanted ? await file(workload.file, options.isFull) : undefined;
        const reason = reasonToSkip(workload, isWanted ? source : null, context);
        if (reason !== undefined) {
          if (!isFirstNode) continue;
          console.log(`\n${workload.title}: skipped: ${reason}`);
          for (const floor of workload.floors ?? []) {
            const wanted = `${(floor.atLeast ?? floor.atMost).toFixed(2)}x`;
            floors.push({ node: version, name: workload.title, wanted, verdict: `skipped: ${reason}` });
          }
        } else if (workload.kind === 'start-up') {
          if (!isFirstNode) continue;
          const found = measureStartUp({ root: options.root, node, path: source.path });
          console.log(`\nStart-up, milliseconds in addition to the ${found.bare.toFixed(0)} of Node alone`);
          for (const [name, time] of Object.entries(found.above))
            console.log(`  ${name.padEnd(28)} ${time.toFixed(0)}`);
          measured.push({ name: 'start-up', kind: 'start-up', node: version, ...found });
          floors.push(...startUpFloorsOf(found, version));
        } else {
          const found = await measureWorkload(workload, source, context);
          measured.push(found);
          const results = new Map(Object.entries(found.results));
          floors.push(...speedFloors(workload, results, { sets, isFirstNode, node: version }));
          if (isFirstNode) {
            const facts = { sets, node: version, bare, fileBytes: source.bytes };
            floors.push(...memoryFloors(workload, results, facts));
          }
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { measured, floors };
}
