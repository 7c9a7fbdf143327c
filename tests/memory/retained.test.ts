import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLimits, defaultLimits, serverLimits } from '@marquetry/core';
import { describe, expect, test } from 'vitest';

interface Report {
  readonly header: { readonly glibcVersionRuntime?: string };
}

const hasGlibc = (process.report.getReport() as unknown as Report).header.glibcVersionRuntime !== undefined;
/** Number of pages of memory that the arrays of one round take. */
const pagesOfRound = (64 * 2 ** 20) / 4096;

/** Returns how many new pages of memory the system provides in each of eight rounds, which free their arrays at the end. */
async function newPages(retainedBytes: number): Promise<number[]> {
  const program = fileURLToPath(new URL('retained-rounds.mjs', import.meta.url));
  const hooks = new URL('../support/native-sources.mjs', import.meta.url).href;
  const options = ['--expose-gc', '--conditions=@marquetry/source', '--import', hooks];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, program, `${retainedBytes}`]);
  return JSON.parse(stdout) as number[];
}

describe('limits.retainedBytes', () => {
  test('limits.retainedBytes is 256 MiB by default and 0 in serverLimits', () => {
    expect([defaultLimits.retainedBytes, serverLimits.retainedBytes]).toEqual([2 ** 28, 0]);
    expect(createLimits({ retainedBytes: 5 }).retainedBytes).toBe(5);
  });

  test.skipIf(!hasGlibc)(
    'with limits.retainedBytes, new arrays reuse the memory of freed arrays (Linux with glibc)',
    async () => {
      const pages = await newPages(2 ** 27);
      // The first rounds use different parts of the reserved memory, which is larger than a round.
      expect(Math.max(...pages.slice(-3))).toBeLessThan(pagesOfRound / 20);
    },
  );

  test.skipIf(!hasGlibc)(
    'with a limits.retainedBytes of 0, the memory of freed arrays is returned to the system (Linux with glibc)',
    async () => {
      const pages = await newPages(0);
      expect(Math.max(...pages.slice(-3))).toBeGreaterThan(pagesOfRound / 4);
    },
  );
});
