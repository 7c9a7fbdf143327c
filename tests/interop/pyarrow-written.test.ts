/**
 * What we write, read by pyarrow with equal values: the cells of tests/write/cells.ts. `npm run test:interop` runs it, with
 * `-u` it writes the counts anew that docs/interop-write.md has.
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
import { type Answer, python, readWithPyarrow } from './run-pyarrow.js';
import { firstDifference } from './slots.js';

/** What pyarrow 26 cannot read. */
const exceptions: readonly Omit<Exception, 'judge'>[] = [
  {
    why: 'has no dictionaries of BOOLEAN',
    covers: ({ encoding, kind }) =>
      kind.name === 'BOOLEAN' && (encoding === EncodingId.RLE_DICTIONARY || encoding === EncodingId.PLAIN_DICTIONARY),
  },
];

const combinations = columnKinds.flatMap((kind) => encodingsOf(kind).map((encoding) => ({ kind, encoding })));

if (python === undefined) test.skip('pyarrow reads what is written (skipped: see npm run test:interop)', () => {});

describe.skipIf(python === undefined)('pyarrow', () => {
  let answers: ReadonlyMap<string, Answer>;
  beforeAll(async () => {
    const cells = combinations.flatMap(({ kind, encoding }) => cellsOf(kind, encoding));
    const files: { name: string; bytes: Uint8Array }[] = [];
    for (const cell of cells) files.push({ name: fileName(cell), bytes: await writeCell(cell) });
    answers = await readWithPyarrow(files);
  }, 300_000);

  const counts: JudgedElsewhere[] = [];
  test.each(combinations)('$kind.name in encoding $encoding', ({ kind, encoding }) => {
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
      if (exception !== undefined && fault === undefined && cell.nulls !== 'only nulls' && !exception.mayPass?.(cell)) {
        failures.push(`${describeCell(cell)} is read after all: ${exception.why}`);
      }
    }
    expect(failures.slice(0, 10)).toEqual([]);
    const why = [...reasons].join('; ');
    counts.push({ column: kind.name, encoding: nameOf(EncodingId, encoding), read, ...(why === '' ? {} : { why }) });
  });

  test('the counts that docs/interop-write.md has', async () => {
    expect(counts).toHaveLength(combinations.length);
    await expect(`${JSON.stringify(counts, null, 2)}\n`).toMatchFileSnapshot('../write/pyarrow-counts.json');
  });
});

function fileName(cell: Cell): string {
  return `${describeCell(cell).replaceAll(' ', '-')}.parquet`;
}
