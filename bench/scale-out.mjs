// `node bench/scale-out.mjs [engines|latency|large]`, after `npm run build`: measures the figures of docs/scale-out.md.
// Installs what it needs from the lockfiles in this checkout. Runs only on Linux.
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
    rounds: { type: 'string', default: '3' },
    gigabytes: { type: 'string', default: '20' },
  },
});
const parts = {
  engines: () => measureEngines({ only: values.only, rounds: Number(values.rounds) }),
  latency: () => measureLatency({ rounds: Number(values.rounds) }),
  large: () => measureLarge({ gigabytes: Number(values.gigabytes) }),
};
for (const part of positionals.length > 0 ? positionals : ['engines', 'latency']) await parts[part]();
process.exit();
