// The command line of `npm run bench`.
import { parseArgs } from 'node:util';
import { chosenRoot } from './checkout.mjs';
import { clocks } from './timing.mjs';

const usage = `npm run bench -- [PART ...] [options]

PART: what to measure; without one, files
  files            whole files: reading, opening, writing, memory, start-up
  cases            pages of one encoding beside hyparquet, in one process
  kernels          the hot loops beside a memory copy
  questions        what predicates read and cost, beside the ideal, full reads, DuckDB, pyarrow, polars and hyparquet

  --full           the tables at full size (without it: small ones)
  --only=A,B       workloads or questions by name, or by the beginning of their names
  --peers=A,B      only these peers, beside Marquetry
  --node=PATH      the Node to measure (without it: the one that runs this; floors of the JavaScript kernels also under
                   the first other Node on PATH)
  --clock=CLOCK    wall, or processor: the processor time of all threads, for a machine that does other things too
  --json FILE      the results, as JSON
  --report FOLDER  where the report and its charts go (without it: a folder of the system's temporary ones)
  --docs           the report into docs/performance.md and its charts
  --from FILE      the report of a --json FILE; measures nothing
  --root PATH      a built checkout to measure (without it: MARQUETRY_ROOT, or this one)
  --against PATH   this checkout beside another built one: files and cases, in turns
  --turns=5        turns of each with --against
  --list           the names of the workloads`;

const list = (text) => text?.split(',').filter(Boolean);

/** Exits with code 2 and the usage where an argument is unknown. */
export function readOptions(argv) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        full: { type: 'boolean', default: false },
        only: { type: 'string' },
        peers: { type: 'string' },
        node: { type: 'string' },
        clock: { type: 'string', default: 'wall' },
        json: { type: 'string' },
        report: { type: 'string' },
        docs: { type: 'boolean', default: false },
        from: { type: 'string' },
        root: { type: 'string', default: chosenRoot },
        against: { type: 'string' },
        turns: { type: 'string', default: '5' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const parts = positionals.length > 0 ? positionals : values.against === undefined ? ['files'] : ['files', 'cases'];
    for (const part of parts) {
      if (!['files', 'cases', 'kernels', 'questions'].includes(part)) throw new Error(`unknown part ${part}`);
    }
    if (!Object.hasOwn(clocks, values.clock)) throw new Error(`--clock must be wall or processor, got ${values.clock}`);
    const turns = Number(values.turns);
    if (!(turns >= 1)) throw new Error(`--turns must be at least 1, got ${values.turns}`);
    return { ...values, usage, parts, turns, isFull: values.full, only: list(values.only), peers: list(values.peers) };
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}
