/**
 * pyarrow, polars and Spark read files whose encodings were chosen by the default policy. The values must equal those
 * of the same file written in PLAIN. `npm run test:interop` finds a Python that has them.
 */
import { EncodingId } from '@marquetry/core';
import { describe, expect, test } from 'vitest';
import { describeCase, type PolicyCase, policyCases, writePlainFile, writePolicyFile } from '../write/policy-files.js';
import { type NamedFile, runOver } from './python-reader.js';

/** A reader, the Python in which it is installed, and the types that it cannot read in any encoding. */
interface Reader {
  readonly name: 'pyarrow' | 'polars' | 'spark';
  readonly python: string | undefined;
  readonly unread: readonly string[];
}

const { MARQUETRY_PYARROW, MARQUETRY_POLARS, MARQUETRY_SPARK } = process.env;
const readers: readonly Reader[] = [
  { name: 'pyarrow', python: MARQUETRY_PYARROW, unread: [] },
  { name: 'polars', python: MARQUETRY_POLARS, unread: ['INTERVAL'] },
  {
    name: 'spark',
    python: MARQUETRY_SPARK,
    // Tested with Spark 4.0.
    unread: ['DECIMAL in BYTE_ARRAY', 'FLOAT16', 'INTERVAL', 'TIME(MICROS)', 'TIME(MILLIS)', 'TIME(NANOS)', 'UUID'],
  },
];

/**
 * Returns how a reader's values of a file compare with those of the same file in PLAIN: "equal", "different", "refused: ..." or "unread:
 * ...".
 */
async function answersOf(
  { name, python = '' }: Reader,
  cases: readonly PolicyCase[],
  encoding?: number,
): Promise<Map<PolicyCase, string>> {
  const files: NamedFile[] = [];
  for (const [i, of] of cases.entries()) {
    files.push({ name: `${i}.parquet`, bytes: (await writePolicyFile(of, encoding)).bytes });
    files.push({ name: `${i}.plain`, bytes: (await writePlainFile(of)).bytes });
  }
  const lines = runOver(python, 'same_as_plain.py', files, [name]).trim().split('\n');
  const answers = lines.map((line) => JSON.parse(line) as { name: string; answer: string });
  return new Map(answers.map(({ name: ordinal, answer }) => [cases[Number(ordinal)] as PolicyCase, answer]));
}

describe.each(readers)('the default encoding policy and $name', (reader) => {
  const { name, python, unread } = reader;
  const state = python === undefined ? ` (skipped: see npm run test:interop, which looks for ${name})` : '';

  test.skipIf(python === undefined)(
    `${name} reads all files that the default encoding policy writes${state}`,
    { timeout: 1_200_000 },
    async () => {
      const answers = await answersOf(reader, policyCases());
      const faults = [...answers].flatMap(([of, answer]) =>
        answer === 'equal' || answer.startsWith('unread: ') ? [] : [`${describeCase(of)}: ${answer}`],
      );
      expect(faults).toEqual([]);
      const unreadKinds = [...answers].flatMap(([of, answer]) => (answer.startsWith('unread: ') ? [of.kind.name] : []));
      expect([...new Set(unreadKinds)].sort()).toEqual(unread);
    },
  );

  test.skipIf(python === undefined)(
    `${name} rejects the encodings that the default encoding policy avoids${state}`,
    { timeout: 600_000 },
    async () => {
      const answerTo = async (kind: string, encoding: number): Promise<string | undefined> => {
        const cases = policyCases().filter((of) => of.kind.name === kind && of.shape === 'scattered');
        return [...(await answersOf(reader, cases, encoding)).values()][0]?.replace(/:.*/, '');
      };
      const { RLE_DICTIONARY, DELTA_BYTE_ARRAY, DELTA_LENGTH_BYTE_ARRAY, BYTE_STREAM_SPLIT } = EncodingId;
      expect(await answerTo('BOOLEAN', RLE_DICTIONARY)).toBe('refused');
      const [fixed, split, lengths] = {
        pyarrow: ['equal', 'equal', 'equal'],
        polars: ['refused', 'equal', 'equal'],
        // Spark returns wrong values for DELTA_LENGTH_BYTE_ARRAY, without an error.
        spark: ['equal', 'refused', 'different'],
      }[name];
      expect(await answerTo('DECIMAL(30, 3)', DELTA_BYTE_ARRAY)).toBe(fixed);
      expect(await answerTo('DOUBLE', BYTE_STREAM_SPLIT)).toBe(split);
      expect(await answerTo('JSON', DELTA_LENGTH_BYTE_ARRAY)).toBe(lengths);
    },
  );
});
