// `npm run bench -- --against PATH`: compares the processor time of this checkout with that of another built checkout, group by group.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { suites } from './cases/suites.mjs';
import { hasPackage } from './checkout.mjs';
import { row } from './report/terminal.mjs';
import { file } from './tables/files.mjs';
import { takeTurns } from './taking-turns.mjs';
import { median } from './timing.mjs';
import { chooseWorkloads } from './workloads.mjs';

/**
 * A measurement counts as slower if its time in the new checkout is more than this multiple of its time in the old one.
 */
const mostLonger = 1.03;
/**
 * Maximum number of rounds of a measurement. The measurement is repeated while the new checkout looks slower, and the
 * result is the median of the runs of all rounds.
 */
const rounds = 3;

const widths = [46, 11, 11, 9, 20];
const percent = (ratio) => `${ratio >= 1 ? '+' : '−'}${Math.abs((ratio - 1) * 100).toFixed(1)} %`;
const isSlower = ({ ratio }) => ratio > mostLonger;

async function* fileGroups({ only, isFull }) {
  for (const { name, kind, file: wanted, forms } of chooseWorkloads(only)) {
    if (wanted === undefined) continue;
    const source = await file(wanted, isFull);
    if (source === undefined) continue;
    for (const form of forms) {
      const task = { kind, library: 'marquetry', form, kernels: 'default', path: source.path };
      yield { name: `${name}, ${form}`, samples: 9, script: 'turn-child.mjs', task };
    }
  }
}

function* caseGroups({ only }) {
  for (const suite of Object.keys(suites)) {
    if (only !== undefined && !only.some((name) => suite.startsWith(name))) continue;
    yield { name: 'page', samples: 15, script: 'cases/turn-child.mjs', task: { suite } };
  }
}

function judge(runs) {
  const ratios = runs.map(({ ratio }) => ratio);
  return {
    old: median(runs.map((run) => run.old)),
    new: median(runs.map((run) => run.new)),
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    runs: ratios.length,
  };
}

/**
 * Measures one group of functions in both checkouts, and returns a result for each function, by name. Repeats the
 * measurement, up to a limit, while any function looks slower in the new checkout.
 */
async function measure(group, roots, { turns, node }) {
  const runs = new Map();
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < turns; i++) {
      // Alternate which checkout is measured first.
      for (const [part, run] of await takeTurns(group, roots, {
        node,
        samples: group.samples,
        isSwapped: i % 2 === 1,
      })) {
        runs.set(part, [...(runs.get(part) ?? []), run]);
      }
    }
    if (![...runs.values()].some((taken) => isSlower(judge(taken)))) break;
  }
  return new Map([...runs].map(([part, taken]) => [part, judge(taken)]));
}

function print(name, result) {
  const { ratio, least, most, runs } = result;
  const figures = [result.old, result.new].map((milliseconds) => milliseconds.toPrecision(4));
  const cells = [name, ...figures, percent(ratio), `${percent(least)} … ${percent(most)}`];
  console.log(`${row(cells, widths)} ${String(runs).padStart(5)}  ${isSlower(result) ? 'SLOWER' : ''}`);
}

/**
 * Compares two checkouts. Returns all results, the results in which the new checkout is slower, and the measurements
 * that failed.
 */
export async function against(options) {
  const roots = [resolve(options.against), resolve(options.root)];
  for (const root of roots) {
    if (!existsSync(root) || !hasPackage(root, 'marquetry')) {
      throw new Error(`${root} is not a built checkout of Marquetry`);
    }
  }
  console.log(
    `Milliseconds of processor time, measured alternately for the old and the new build. A run is a pair of processes. Its\nresult is the median of the ratios of new to old. There are ${options.turns} runs, and up to ${rounds * options.turns} if the median is more than 3 % slower.\n`,
  );
  console.log(`${row(['group', 'old', 'new', 'median', 'range of the runs'], widths)}  runs`);
  const results = [];
  const groups = [
    ...(options.parts.includes('files') ? [fileGroups(options)] : []),
    ...(options.parts.includes('cases') ? [caseGroups(options)] : []),
  ];
  for (const some of groups) {
    for await (const group of some) {
      try {
        for (const [part, judged] of await measure(group, roots, options)) {
          const name = [group.name, part].filter(Boolean).join(': ');
          results.push({ name, ...judged });
          print(name, judged);
        }
      } catch (error) {
        const name = group.task.suite ?? group.name;
        results.push({ name, error: error.message });
        console.log(`${name}: not compared: ${error.message.split('\n')[0]}`);
      }
    }
  }
  const slower = results.filter((result) => result.error === undefined && isSlower(result));
  const failed = results.filter(({ error }) => error !== undefined);
  const compared = results.length - failed.length;
  console.log(`\n${compared} groups compared, ${slower.length} more than 3 % slower, ${failed.length} not compared`);
  return { results, slower, failed };
}
