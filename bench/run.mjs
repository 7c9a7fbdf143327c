// `npm run bench [-- FILTER]`: every reading case under each Node that is here, side by side with hyparquet in one
// process, then whole files, then the writers. `npm run bench -- files` and `-- writing` run these alone, any other word
// the cases that hold it.
// Ends with exit code 1 when a ratio is below its floor.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodes, versionOf } from './nodes.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

async function* cases(node, filter) {
  const child = spawn(node, [join(here, 'main.mjs'), ...filter], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
  const code = await exit;
  if (code !== 0) throw new Error(`${node} ended with exit code ${code}`);
}

/** `512 Mv/s`, or `85 ns` where a call handles one thing. */
function speed(values, seconds) {
  return values === 1 ? `${(seconds * 1e9).toFixed(0)} ns` : `${(values / seconds / 1e6).toFixed(1)} Mv/s`;
}

function row(cells) {
  const widths = [22, 16, 14, 14, 8, 7];
  return cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
}

const geometricMean = (ratios) => Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

/** Measures the reading cases and gives the groups whose geometric mean is below their floor. */
async function reading(filter) {
  const below = [];
  for (const node of nodes()) {
    const name = `Node ${versionOf(node)}`;
    console.log(`\n${name}, hyparquet 1.31.5 in the same process; medians; Mv/s = million values a second\n`);
    console.log(row(['case', '', 'marquetry', 'hyparquet', 'ratio', 'floor']));
    const groups = new Map();
    for await (const { group, name: variant, values, floor, marquetry, hyparquet } of cases(node, filter)) {
      const ratio = hyparquet / marquetry;
      const ratios = groups.get(group)?.ratios ?? [];
      groups.set(group, { floor, ratios: [...ratios, ratio] });
      console.log(
        row([group, variant, speed(values, marquetry), speed(values, hyparquet), `${ratio.toFixed(1)}x`, '']),
      );
    }
    console.log('\nGeometric means of the ratios');
    for (const [group, { floor, ratios }] of groups) {
      const mean = geometricMean(ratios);
      const holds = floor === undefined || mean >= floor;
      const said = `${name}: ${group}: ${mean.toFixed(1)}x, floor ${floor}x`;
      if (!holds) below.push(said);
      const verdict = floor === undefined ? '' : `${floor}x${holds ? '' : '  below its floor'}`;
      console.log(row([group, '', '', '', `${mean.toFixed(1)}x`, verdict]));
    }
  }
  return below;
}

/** Runs the measurements of a folder; true when their lines hold. */
function lines(folder) {
  const child = spawn(process.execPath, [join(here, folder, 'run.mjs')], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

const folders = ['files', 'writing'];
const filter = process.argv.slice(2);
const only = filter[0]?.toLowerCase();
const below = folders.includes(only) ? [] : await reading(filter);
let holds = true;
for (const folder of folders) {
  if (only === undefined || only === folder) holds = (await lines(folder)) && holds;
}
if (!folders.includes(only)) {
  const said = below.length === 0 ? 'Every group of reading is at or above its floor.' : 'Below the floor:';
  console.log(`\n${[said, ...below].join('\n')}`);
}
process.exitCode = below.length === 0 && holds ? 0 : 1;
