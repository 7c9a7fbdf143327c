// The command line of `npm run bench`.
import { parseArgs } from 'node:util';
import { chosenRoot } from './checkout.mjs';
import { clocks } from './timing.mjs';

const usage = `npm run bench -- [PART ...] [options]

PART: what to measure; without one, files
  files            whole files: reading, opening, writing, memory, start-up
  cases            decoding of pages, compared with hyparquet in the same process
  kernels          the hot loops, compared with a memory copy
  questions        the bytes and the time of filtered reads, compared with the ideal, full reads and peers

  --full           measure the tables at full size (default: small tables)
  --only=A,B       measure only these workloads or questions, by name or prefix
  --peers=A,B      of the peers, measure only these
  --node=PATH      the Node to measure (default: the one that runs this, and for floors of the JavaScript kernels also
                   the first other Node on PATH)
  --clock=CLOCK    wall, or processor: the processor time of all threads, for a machine that is also doing other work
  --json FILE      write the results as JSON
  --report FOLDER  write the report and its charts to this folder (default: a temporary folder)
  --docs           write the report and its charts to docs/performance.md
  --from FILE      write the report of a --json FILE, and measure nothing
  --root PATH      a built checkout to measure (default: MARQUETRY_ROOT, or this one)
  --against PATH   compare this checkout with another built one: files and cases, in alternating samples
  --turns=5        number of turns for each checkout with --against
  --list           print the names of the workloads`;

const list = (text) => text?.split(',').filter(Boolean);

/** Prints the usage and exits with code 2 if an argument is unknown. */
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
