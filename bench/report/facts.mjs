// Collects facts about a benchmark run: the versions of Node and of the libraries, and a description of the machine without
// host names or paths.
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { versionOf } from '../nodes.mjs';

const { dependencies, optionalDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const peers = ['parquet-wasm', '@duckdb/node-api', 'nodejs-polars', 'hyparquet', 'hyparquet-writer', 'apache-arrow'];

export function describeRun({ isFull, node, clock }) {
  const pinned = { ...dependencies, ...optionalDependencies };
  return {
    isFull,
    clock,
    versions: {
      node: versionOf(node ?? process.execPath),
      ...Object.fromEntries(peers.map((name) => [name, pinned[name]])),
    },
    machine: {
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      processors: availableParallelism(),
      memory: totalmem(),
      system: `${platform()} ${arch()}`,
    },
  };
}
