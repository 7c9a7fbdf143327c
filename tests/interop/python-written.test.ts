/**
 * pyarrow and polars read back the values that we wrote to the files of tests/write/cells.ts. `npm run test:interop` runs this test; with
 * `-u` it updates the counts for docs/interop-write.md.
 */
import { EncodingId, nameOf } from '@marquetry/core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Cell,
  cellsOf,
  columnKinds,
  describeCell,
  encodingsOf,
  expectedSlots,
  writeCell,
} from '../write/cells.js';
import type { Exception, JudgedElsewhere } from '../write/interop-table.js';
import type { Answer, NamedFile } from './python-reader.js';
import { polarsPython, readWithPolars } from './run-polars.js';
import { python, readWithPyarrow } from './run-pyarrow.js';
import { firstDifference } from './slots.js';

const { RLE_DICTIONARY, PLAIN_DICTIONARY, DELTA_BYTE_ARRAY, BYTE_STREAM_SPLIT } = EncodingId;

const isBooleanDictionary = ({ encoding, kind }: Cell): boolean =>
  kind.name === 'BOOLEAN' && (encoding === RLE_DICTIONARY || encoding === PLAIN_DICTIONARY);
const isFixed = ({ kind }: Cell): boolean => kind.name.startsWith('FIXED_LEN_BYTE_ARRAY');

/** The readers, pyarrow 26 and polars 2.1, each with the encodings and types that it cannot read. */
const judges: readonly {
  readonly name: string;
  readonly python: string | undefined;
  readonly read: (files: readonly NamedFile[]) => Promise<ReadonlyMap<string, Answer>>;
  readonly exceptions: readonly Omit<Exception, 'judge'>[];
}[] = [
  {
    name: 'pyarrow',
    python,
    read: readWithPyarrow,
    exceptions: [{ why: 'does not support BOOLEAN dictionaries', covers: isBooleanDictionary }],
  },
  {
    name: 'polars',
    python: polarsPython,
    read: readWithPolars,
    exceptions: [
      // A library can read a column that it does not support if the column has no values, so these cells pass.
      { why: 'does not support BOOLEAN dictionaries', covers: isBooleanDictionary },
      {
        why: 'supports DELTA_BYTE_ARRAY only for BYTE_ARRAY',
        covers: (cell) => cell.encoding === DELTA_BYTE_ARRAY && isFixed(cell),
      },
      {
        why: 'does not support BYTE_STREAM_SPLIT for FIXED_LEN_BYTE_ARRAY',
        covers: (cell) => cell.encoding === BYTE_STREAM_SPLIT && isFixed(cell),
      },
    ],
  },
];

const combinations = columnKinds.flatMap((kind) => encodingsOf(kind).map((encoding) => ({ kind, encoding })));

for (const judge of judges) {
  if (judge.python === undefined) {
    test.skip(`${judge.name} reads our files (skipped: see npm run test:interop)`, () => {});
  }
}

describe.each(judges.filter((judge) => judge.python !== undefined))('$name', ({ name, read: readAll, exceptions }) => {
  let answers: ReadonlyMap<string, Answer>;
  beforeAll(async () => {
    const cells = combinations.flatMap(({ kind, encoding }) => cellsOf(kind, encoding));
    const files: NamedFile[] = [];
    for (const cell of cells) files.push({ name: fileName(cell), bytes: await writeCell(cell) });
    answers = await readAll(files);
  }, 300_000);

  const counts: JudgedElsewhere[] = [];
  test.each(combinations)(
    `${name} reads $kind.name with encoding $encoding, except in the cases that this test lists as unsupported`,
    ({ kind, encoding }) => {
      const failures: string[] = [];
      const reasons = new Set<string>();
      let read = 0;
      for (const cell of cellsOf(kind, encoding)) {
        const { columns, error } = answers.get(fileName(cell)) ?? {};
        const fault = columns === undefined ? error : firstDifference(expectedSlots(cell), columns);
        const exception = exceptions.find((known) => known.covers(cell));
        if (exception !== undefined) reasons.add(exception.why);
        if (exception === undefined && fault === undefined) read++;
        if (exception === undefined && fault !== undefined) failures.push(`${describeCell(cell)}: ${fault}`);
        if (
          exception !== undefined &&
          fault === undefined &&
          cell.nulls !== 'only nulls' &&
          !exception.mayPass?.(cell)
        ) {
          failures.push(`${describeCell(cell)} is read, although it is listed as unreadable: ${exception.why}`);
        }
      }
      expect(failures.slice(0, 10)).toEqual([]);
      const why = [...reasons].join('; ');
      counts.push({ column: kind.name, encoding: nameOf(EncodingId, encoding), read, ...(why === '' ? {} : { why }) });
    },
  );

  test(`the counts of files that ${name} reads equal those in docs/interop-write.md`, async () => {
    expect(counts).toHaveLength(combinations.length);
    await expect(`${JSON.stringify(counts, null, 2)}\n`).toMatchFileSnapshot(`../write/${name}-counts.json`);
  });
});

function fileName(cell: Cell): string {
  return `${describeCell(cell).replaceAll(' ', '-')}.parquet`;
}
