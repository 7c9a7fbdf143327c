/**
 * Tests that errors about a batch name the column and the row, whether nulls are given as a bitmap or as levels. Also
 * tests how much is checked per step.
 */
import { createBatchCheck, type WriteBatch } from '@marquetry/column-writer';
import {
  type DictionaryValues,
  type DirectValues,
  type Nulls,
  noNulls,
  type ParquetError,
  PhysicalType,
  type Values,
} from '@marquetry/core';
import { FieldRepetitionType, type LogicalType, type SchemaElement } from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { leafOf } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const { BYTE_ARRAY, INT32 } = PhysicalType;
const { REQUIRED, OPTIONAL, REPEATED } = FieldRepetitionType;
const bad = '\xff';

function leaf(logicalType?: LogicalType, more: Partial<SchemaElement> = {}): LeafNode {
  const annotation = logicalType === undefined ? {} : { logicalType };
  return leafOf({ name: 'c', type: BYTE_ARRAY, repetitionType: REQUIRED, ...annotation, ...more });
}

const string = leaf({ kind: 'STRING' });
const texts = (...items: readonly string[]): DirectValues => valuesOf({ type: BYTE_ARRAY, width: 0 }, items);

/** Creates a batch of a flat column. It has no nulls unless they are passed. */
function batchOf(
  values: Values,
  nulls: Nulls = noNulls,
  slotCount: number = values.length + nulls.nullCount,
): WriteBatch {
  return { values, nulls, slotCount, rowCount: slotCount };
}

/** Returns how many times the check of a batch yields to its caller. */
function turns(column: LeafNode, batch: WriteBatch): number {
  return [...createBatchCheck(column).check(batch)].length;
}

const faultOf = (column: LeafNode, batch: WriteBatch): ParquetError => thrownBy(() => turns(column, batch));
const reasonOf = (column: LeafNode, batch: WriteBatch): string => faultOf(column, batch).reason;

describe('the row number of an invalid value', () => {
  const reason = (row: number): string => `a value in a STRING column must be valid UTF-8, row ${row}`;

  test('the row number of an invalid value is its index plus the number of rows before the batch if there are no nulls', () => {
    expect(reasonOf(string, batchOf(texts(bad, 'a')))).toBe(reason(0));
    expect(reasonOf(string, batchOf(texts('a', 'b', bad)))).toBe(reason(2));
    expect(reasonOf(string, { ...batchOf(texts('a', bad)), firstRow: 100 })).toBe(reason(101));
  });

  test('the row number of an invalid value is correct for a null bitmap of several bytes', () => {
    const optional = leaf({ kind: 'STRING' }, { repetitionType: OPTIONAL });
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0b10, 0b1010), nullCount: 9 } as const;
    expect(reasonOf(optional, batchOf(texts(bad, 'b', 'c'), nulls))).toBe(reason(1));
    expect(reasonOf(optional, batchOf(texts('a', bad, 'c'), nulls))).toBe(reason(9));
    expect(reasonOf(optional, batchOf(texts('a', 'b', bad), nulls))).toBe(reason(11));
  });

  test('the row number of an invalid value is correct if nulls are given as definition levels, where only the maximum level means a value', () => {
    const [nested] = createSchema([
      { name: 'schema', numChildren: 1 },
      { name: 's', repetitionType: OPTIONAL, numChildren: 1 },
      { name: 'c', type: BYTE_ARRAY, repetitionType: OPTIONAL, logicalType: { kind: 'STRING' } },
    ]).leaves as [LeafNode];
    const nulls = { kind: 'levels', definition: Uint8Array.of(1, 2, 0, 1, 2), nullCount: 3 } as const;
    expect(reasonOf(nested, batchOf(texts(bad, 'b'), nulls))).toBe(reason(1));
    const error = faultOf(nested, batchOf(texts('a', bad), nulls));
    expect([error.reason, error.at]).toEqual([reason(4), { column: 's.c' }]);
  });

  test('in a list column, the row number of an invalid value counts lists, not their elements', () => {
    const [list] = createSchema([
      { name: 'schema', numChildren: 1 },
      { name: 'l', repetitionType: OPTIONAL, numChildren: 1 },
      { name: 'e', type: BYTE_ARRAY, repetitionType: REPEATED, logicalType: { kind: 'STRING' } },
    ]).leaves as [LeafNode];
    // [a, b], null, [c, d, e], [f]
    const nulls = {
      kind: 'levels',
      definition: Uint8Array.of(2, 2, 0, 2, 2, 2, 2),
      repetition: Uint8Array.of(0, 1, 0, 0, 1, 1, 0),
      nullCount: 1,
    } as const;
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((_, wrong, all) => {
      const values = texts(...all.map((text, i) => (i === wrong ? bad : text)));
      return reasonOf(list, { values, nulls, slotCount: 7, rowCount: 4 });
    });
    expect(rows).toEqual([0, 0, 2, 2, 2, 3].map(reason));
  });

  test('an error that is not about a single value does not name a row', () => {
    const numbers = { layout: 'fixed', type: INT32, width: 4, length: 1, data: new Int32Array(1) } as const;
    const { code, reason: whole, at } = faultOf(string, batchOf(numbers));
    expect([code, at]).toEqual(['INVALID_ARGUMENT', { column: 'c' }]);
    expect(whole).toMatch(/^the column requires BYTE_ARRAY values/);
    expect(reasonOf(string, { ...batchOf(texts('a')), slotCount: 2, rowCount: 2 })).toBe(
      'the batch has 1 values, but 2 slots that are not null',
    );
  });
});

describe('an invalid dictionary entry', () => {
  const dictionary = (indices: readonly number[], ...entries: readonly string[]): DictionaryValues =>
    indicesOf(texts(...entries), indices);

  test('an invalid dictionary entry is reported at the first row that uses it', () => {
    expect(reasonOf(string, batchOf(dictionary([1, 1, 0], bad, 'b')))).toMatch(/, row 2$/);
    expect(reasonOf(string, batchOf(dictionary([1, 0, 1], 'a', bad)))).toMatch(/, row 0$/);
  });

  test('the error for an invalid dictionary entry that no row uses does not name a row', () => {
    expect(reasonOf(string, batchOf(dictionary([0, 0], 'a', bad)))).toBe(
      'a value in a STRING column must be valid UTF-8',
    );
    const beyond = { ...dictionary([0, 0, 1], 'a', bad), length: 2 };
    expect(reasonOf(string, batchOf(beyond))).toBe('a value in a STRING column must be valid UTF-8');
  });

  test('an invalid entry of a second dictionary is also reported', () => {
    const check = createBatchCheck(string);
    const first = dictionary([0], 'a');
    expect([...check.check(batchOf(first)), ...check.check(batchOf(first))]).toEqual([]);
    expect(thrownBy(() => [...check.check(batchOf(dictionary([0], bad)))]).reason).toMatch(/, row 0$/);
  });
});

describe('validation by annotation', () => {
  test.each(['STRING', 'ENUM', 'JSON'] as const)('a %s column accepts only UTF-8', (kind) => {
    expect(turns(leaf({ kind }), batchOf(texts('a', '\xc3\xa4')))).toBe(0);
    expect(reasonOf(leaf({ kind }), batchOf(texts(bad)))).toBe(
      `a value in a ${kind} column must be valid UTF-8, row 0`,
    );
  });

  test.each([undefined, { kind: 'BSON' }] as const)('a column with the annotation %j accepts any bytes', (kind) => {
    expect(turns(leaf(kind), batchOf(texts(bad)))).toBe(0);
  });

  test('an UNKNOWN column accepts only nulls', () => {
    const nothing = leaf({ kind: 'UNKNOWN' }, { repetitionType: OPTIONAL });
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0), nullCount: 3 } as const;
    expect(turns(nothing, batchOf(texts(), nulls))).toBe(0);
    expect(reasonOf(nothing, batchOf(texts('a')))).toBe('an UNKNOWN column must contain only nulls, row 0');
  });
});

describe('validation steps', () => {
  const int8 = leaf({ kind: 'INTEGER', bitWidth: 8, isSigned: true }, { type: INT32 });
  const numbers = (length: number, at: number): Values => {
    const data = new Int32Array(length);
    data[at] = 128;
    return { layout: 'fixed', type: INT32, width: 4, length, data };
  };

  test('each validation step checks 65,536 values, and an invalid value in any step is reported with its row', () => {
    expect(turns(int8, batchOf(numbers(65_536, -1)))).toBe(0);
    expect(turns(int8, batchOf(numbers(65_537, -1)))).toBe(1);
    for (const row of [0, 1, 65_535, 65_536, 140_000]) {
      expect(reasonOf(int8, batchOf(numbers(150_000, row)))).toBe(
        `a value is outside the range of the INTEGER type, row ${row}`,
      );
    }
  });

  test('each validation step checks up to 4 MiB of strings, or one longer string', () => {
    const mebibytes = (size: number): string => 'x'.repeat(size * 2 ** 20);
    const sizes = [3, 1, 0.5, 0.5, 0.5, 5, 1, 2, 1.5, 0.25];
    // The size of each string in MiB; `|` marks where a step ends: 3 + 1 | 0.5 + 0.5 + 0.5 | 5 | 1 + 2 | 1.5 + 0.25
    const large = sizes.map(mebibytes);
    expect(turns(string, batchOf(texts(...large)))).toBe(4);
    for (const row of [1, 2, 5, 9]) {
      const values = texts(...large.map((text, i) => (i === row ? text.slice(1) + bad : text)));
      expect(reasonOf(string, batchOf(values))).toBe(`a value in a STRING column must be valid UTF-8, row ${row}`);
    }
  });
});
