// The program of `npm run bench`. options.mjs describes its parts and options.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against } from './against.mjs';
import { measureCases } from './cases/run.mjs';
import { measure } from './measure.mjs';
import { readOptions } from './options.mjs';
import { describeRun } from './report/facts.mjs';
import { printFloors } from './report/floors.mjs';
import { writeReport } from './report/write.mjs';
import { workloads } from './workloads.mjs';

function save(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
}

/**
 * Runs a program in this folder, such as `kernels/run.mjs`, as a separate process. Returns true if its exit code is 0.
 */
function runProgram(path, args = []) {
  const main = fileURLToPath(new URL(path, import.meta.url));
  return spawnSync(process.execPath, ['--expose-gc', main, ...args], { stdio: 'inherit' }).status === 0;
}

const questionArguments = ({ only, docs }) => [
  ...(only === undefined ? [] : [`--only=${only.join()}`]),
  ...(docs ? ['--docs'] : []),
];

async function compare(options) {
  const { results, slower, failed } = await against(options);
  if (options.json !== undefined) save(options.json, results);
  return slower.length + failed.length === 0;
}

/**
 * Measures files and page-level cases, or loads the results of an earlier run. Returns true if every floor (required
 * figure) was reached.
 */
async function measureAll(options) {
  const found = { ...describeRun(options), measured: [], floors: [] };
  if (options.from !== undefined) Object.assign(found, JSON.parse(readFileSync(options.from, 'utf8')));
  else {
    if (options.parts.includes('files')) Object.assign(found, await measure(options));
    if (options.parts.includes('cases')) found.cases = await measureCases(options);
  }
  if (options.json !== undefined) save(options.json, found);
  if (found.measured.length + (found.cases?.length ?? 0) > 0) await writeReport(found, options);
  const held = found.floors.length === 0 || printFloors(found.floors);
  return held && (found.cases ?? []).every(({ holds }) => holds);
}

async function main(options) {
  if (options.help) console.log(options.usage);
  else if (options.list) for (const { name, title } of workloads) console.log(`${name.padEnd(32)} ${title}`);
  else if (options.against !== undefined) return compare(options);
  else {
    const held = await measureAll(options);
    const programs = { kernels: options.docs ? ['--docs'] : [], questions: questionArguments(options) };
    const ran = Object.entries(programs)
      .filter(([part]) => options.parts.includes(part))
      .map(([part, args]) => runProgram(`${part}/run.mjs`, args));
    return ran.every(Boolean) && held;
  }
  return true;
}

process.exitCode = (await main(readOptions(process.argv.slice(2)))) ? 0 : 1;
