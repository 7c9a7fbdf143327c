// `npm run bench -- files`: whole files to nested columns, row objects, spaced arrays and strings, side by side with the
// peer that is best at it. Exits with 1 when a line that must hold does not.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodes, versionOf } from '../nodes.mjs';
import { table } from '../tables.mjs';
import { cases } from './cases.mjs';

const child = fileURLToPath(new URL('child.mjs', import.meta.url));

function run(node, args) {
  const { status, stdout } = spawnSync(node, ['--max-old-space-size=12288', child, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with exit code ${status}`);
  return JSON.parse(stdout);
}

const row = (cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(40) : cell.padStart(18))).join('');
let holds = true;
const line = (measured, isMet, wanted) => {
  holds &&= isMet;
  console.log(`  ${isMet ? 'holds' : 'FAILS'}  ${measured} (${wanted})`);
};

for (const node of nodes()) {
  console.log(
    `\nWhole files in memory, SNAPPY, as DuckDB writes them; Node ${versionOf(node)}, medians; MB/s of plain bytes\n`,
  );
  for (const [name, { table: tableName, floor, memory }] of Object.entries(cases)) {
    const { path, plainBytes } = await table(tableName);
    const seconds = run(node, [name, path]);
    const speeds = Object.entries(seconds).map(([reader, time]) => `${reader} ${(plainBytes / time / 1e6).toFixed(0)}`);
    console.log(row([name, ...speeds]));
    const [peer, wanted] = floor;
    const ratio = seconds[peer] / seconds.marquetry;
    line(`${ratio.toFixed(2)}x ${peer}`, ratio >= wanted, `at least ${wanted}x`);
    if (memory === undefined) continue;
    const [heavy, most] = memory;
    const [ours, theirs] = ['marquetry', heavy].map((reader) => run(node, [name, path, reader]));
    const share = ours / theirs;
    const said = `peak memory ${ours.toFixed(0)} MB, ${heavy} ${theirs.toFixed(0)} MB: ${share.toFixed(2)}x`;
    line(said, share < most, `under ${most}x`);
  }
}
process.exitCode = holds ? 0 : 1;
