// `node bench/scale-out.mjs [engines|latency|large]`, after `npm run build`: measures the figures of docs/scale-out.md.
// Installs what it needs from the lockfiles in this checkout. Runs only on Linux.
//
//   --only NAME    engines: executes only the runs whose name starts with NAME, such as `worker threads, 2`. Runs are recorded, and
//                  the summary covers all recorded runs. `none` only prints the summary. latency: only `count` or `statistics`
//   --workers N,N  latency: the numbers of workers; the others are compared with the first
//   --fresh        engines: discards the recorded runs first
//   --rounds N     repeats each run
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installApart } from '../scripts/install-apart.mjs';
import { ownRoot } from './checkout.mjs';

// The installation needs pnpm, which is a dependency of the workspace.
process.env.PATH = `${join(ownRoot, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
installApart(join(ownRoot, 'bench'));
const { measureEngines } = await import('./scale-out/engines.mjs');
const { measureLarge } = await import('./scale-out/large.mjs');
const { measureLatency } = await import('./scale-out/latency.mjs');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    workers: { type: 'string', default: '1,2,4,8' },
    fresh: { type: 'boolean', default: false },
    gigabytes: { type: 'string', default: '20' },
  },
});
const parts = {
  engines: () => measureEngines({ only: values.only, fresh: values.fresh, rounds: Number(values.rounds ?? 1) }),
  latency: () =>
    measureLatency({
      only: values.only,
      rounds: Number(values.rounds ?? 3),
      workers: values.workers.split(',').map(Number),
    }),
  large: () => measureLarge({ gigabytes: Number(values.gigabytes) }),
};
for (const part of positionals.length > 0 ? positionals : ['engines', 'latency']) await parts[part]();
process.exit();
