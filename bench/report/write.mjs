// Writes the report of a run: a Markdown file and charts in a folder, or the tables and charts of docs/performance.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownRoot } from '../checkout.mjs';
import { workloads } from '../workloads.mjs';
import { charts } from './charts.mjs';
import { fillDocument } from './document.mjs';
import { tablesOf } from './tables.mjs';

const headings = {
  machine: 'Benchmarks',
  floors: 'Floors',
  reading: 'Reading',
  workers: 'With workers',
  values: 'To JavaScript values',
  opening: 'Opening a footer of 19,540 chunks',
  writing: 'Writing',
  memory: 'Peak memory',
  first: 'First calls',
  'start-up': 'Start-up',
  cases: 'Decoding pages',
};

function report(tables, names) {
  const present = Object.entries(headings).filter(([name]) => tables[name] !== undefined);
  const parts = present.map(([name, heading], i) => `${i === 0 ? '#' : '##'} ${heading}\n\n${tables[name]}`);
  return `${[...parts, ...names.map((name) => `![${name}](${name})`)].join('\n\n')}\n`;
}

/** Writes the report to the folder or document that the options name, and prints its path. */
export async function writeReport(run, { docs, report: folder = join(tmpdir(), 'marquetry-bench', 'report') }) {
  const tables = tablesOf(run);
  const drawn = await charts(run.measured, workloads);
  const target = docs ? join(ownRoot, 'docs', 'performance') : folder;
  mkdirSync(target, { recursive: true });
  for (const [name, svg] of Object.entries(drawn)) writeFileSync(join(target, name), `${svg}\n`);
  if (docs) {
    writeFileSync(join(target, 'results.json'), `${JSON.stringify(run, null, 1)}\n`);
    fillDocument(tables);
    console.log('\nReport: docs/performance.md');
  } else {
    writeFileSync(join(target, 'report.md'), report(tables, Object.keys(drawn)));
    console.log(`\nReport: ${join(target, 'report.md')}`);
  }
}
