// `npm run bench [-- FILTER]`: every case under each Node that is here, side by side with hyparquet in one process.
// Ends with exit code 1 when a ratio is below its floor.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The Nodes to measure: the one that runs this, and the first other one on PATH. */
function nodes() {
  const found = new Set([realpathSync(process.execPath)]);
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(candidate) && !folder.includes('node_modules')) found.add(realpathSync(candidate));
  }
  return [...found];
}

async function* cases(node, filter) {
  const child = spawn(node, [join(here, 'main.mjs'), ...filter], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
  const code = await exit;
  if (code !== 0) throw new Error(`${node} ended with exit code ${code}`);
}

function version(node) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--version'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', () => resolve(text.trim()));
  });
}

/** `512 Mv/s`, or `85 ns` where a call handles one thing. */
function speed(values, seconds) {
  return values === 1 ? `${(seconds * 1e9).toFixed(0)} ns` : `${(values / seconds / 1e6).toFixed(1)} Mv/s`;
}

function row(cells) {
  const widths = [22, 16, 14, 14, 8, 7];
  return cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
}

const filter = process.argv.slice(2);
const below = [];
for (const node of nodes()) {
  const name = `Node ${await version(node)}`;
  console.log(`\n${name}, hyparquet 1.31.5 in the same process; medians; Mv/s = million values a second\n`);
  console.log(row(['case', '', 'marquetry', 'hyparquet', 'ratio', 'floor']));
  for await (const result of cases(node, filter)) {
    const { group, name: variant, values, floor, marquetry, hyparquet } = result;
    const ratio = hyparquet / marquetry;
    const verdict = ratio >= floor ? '' : '  below its floor';
    if (verdict !== '') below.push(`${name}: ${group}, ${variant}: ${ratio.toFixed(1)}x, floor ${floor}x`);
    const cells = [
      group,
      variant,
      speed(values, marquetry),
      speed(values, hyparquet),
      `${ratio.toFixed(1)}x`,
      `${floor}x`,
    ];
    console.log(row(cells) + verdict);
  }
}
console.log(below.length === 0 ? '\nEvery ratio is at or above its floor.' : `\nBelow the floor:\n${below.join('\n')}`);
process.exitCode = below.length === 0 ? 0 : 1;
