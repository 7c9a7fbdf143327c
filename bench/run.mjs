// `npm run bench`: what is measured, and with which options, is in options.mjs.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against } from './against.mjs';
import { measureCases } from './cases/run.mjs';
import { measure } from './measure.mjs';
import { readOptions } from './options.mjs';
import { describeRun } from './report/facts.mjs';
import { printFloors } from './report/floors.mjs';
import { workloads } from './workloads.mjs';

function save(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
}

/** The hot loops have a program of their own. */
async function measureKernels() {
  const main = new URL('kernels/run.mjs', import.meta.url);
  if (!existsSync(fileURLToPath(main))) {
    console.log('\nkernels: skipped: there is no bench/kernels/run.mjs');
    return true;
  }
  const { spawnSync } = await import('node:child_process');
  return spawnSync(process.execPath, [fileURLToPath(main)], { stdio: 'inherit' }).status === 0;
}

async function compare(options) {
  const { results, slower, failed } = await against(options);
  if (options.json !== undefined) save(options.json, results);
  return slower.length + failed.length === 0;
}

async function measureFiles(options) {
  const found = { ...describeRun(options), ...(await measure(options)) };
  if (options.json !== undefined) save(options.json, found);
  return printFloors(found.floors);
}

async function main(options) {
  if (options.help) console.log(options.usage);
  else if (options.list) for (const { name, title } of workloads) console.log(`${name.padEnd(32)} ${title}`);
  else if (options.against !== undefined) return compare(options);
  else {
    const held = [];
    if (options.parts.includes('files')) held.push(await measureFiles(options));
    if (options.parts.includes('cases')) held.push(await measureCases(options));
    if (options.parts.includes('kernels')) held.push(await measureKernels());
    return held.every(Boolean);
  }
  return true;
}

process.exitCode = (await main(readOptions(process.argv.slice(2)))) ? 0 : 1;
