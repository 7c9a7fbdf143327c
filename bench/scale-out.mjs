// `node bench/scale-out.mjs [engines|latency|large]`, after `npm run build` and `npm run example -- bullmq`: measures
// the figures of docs/scale-out.md. Runs only on Linux.
import { parseArgs } from 'node:util';
import { measureEngines } from './scale-out/engines.mjs';
import { measureLarge } from './scale-out/large.mjs';
import { measureLatency } from './scale-out/latency.mjs';

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
