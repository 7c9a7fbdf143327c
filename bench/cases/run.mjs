// `npm run bench -- cases`: times the decoding of pages, one encoding at a time, for Marquetry and hyparquet. Both run in one process and
// take turns.
import { nodes, versionOf } from '../nodes.mjs';
import { measureInProcess } from '../process.mjs';
import { row } from '../report/terminal.mjs';
import { suites } from './suites.mjs';

const widths = [22, 16, 14, 14, 8, 7];

/** Formats a speed as `512 Mv/s`, or as `85 ns` if a call handles a single value. */
function speed(values, seconds) {
  return values === 1 ? `${(seconds * 1e9).toFixed(0)} ns` : `${(values / seconds / 1e6).toFixed(1)} Mv/s`;
}

/**
 * Measures and prints every case. Returns, for each case, the seconds that each library took, and whether the required
 * speed was reached.
 */
export async function measureCases({ node, only, root }) {
  const found = [];
  for (const one of node === undefined ? nodes() : [node]) {
    console.log(
      `\nNode ${versionOf(one)}, pages, compared with hyparquet in the same process; Mv/s = million values per second\n`,
    );
    console.log(row(['case', '', 'marquetry', 'hyparquet', 'ratio', 'floor'], widths));
    for (const suite of Object.keys(suites)) {
      if (only !== undefined && !only.some((name) => suite.startsWith(name))) continue;
      const { cases, error } = await measureInProcess(
        'cases/child.mjs',
        { suite },
        { node: one, env: { MARQUETRY_ROOT: root } },
      );
      if (error !== undefined) throw new Error(`${suite}: ${error}`);
      for (const { group, name, values, floor, marquetry, hyparquet } of cases) {
        const ratio = hyparquet / marquetry;
        const holds = floor === undefined || ratio >= floor;
        found.push({ node: versionOf(one), group, name, values, floor, marquetry, hyparquet, holds });
        const figures = [speed(values, marquetry), speed(values, hyparquet), `${ratio.toFixed(1)}x`];
        const verdict = floor === undefined ? '' : holds ? '  held' : '  FAILED';
        console.log(row([group, name, ...figures, floor === undefined ? '' : `${floor}x`], widths) + verdict);
      }
    }
  }
  return found;
}
