/**
 * The test cases in which other readers check the files of our writer. Each cell is one file, a combination of
 * encoding, type, page version, nulls and codec.
 */
import {
  EncodingId,
  type EncodingRegistry,
  nameOf,
  type PhysicalType as Physical,
  PhysicalType,
} from '@marquetry/core';
import { type ColumnDefinition, defineSchema } from '@marquetry/schema';
import { CodecId, createParquetWriter, memorySink } from 'marquetry';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';
import { bytesAsText, floatText, nanosText, type Slots } from '../interop/slots.js';

type Scalar = boolean | number | bigint | string | Uint8Array | null;

export interface ColumnKind {
  readonly name: string;
  readonly type: Physical;
  readonly definition: ColumnDefinition;
  /** Returns the value of a row. The first rows have the smallest and largest values. */
  value(row: number): Exclude<Scalar, null>;
}

const rowCount = 300;
const width = 5;

const pick = <T>(items: readonly T[], row: number, rest: (row: number) => T): T => items[row] ?? rest(row);
const fixed = (row: number): Uint8Array =>
  Uint8Array.from({ length: width }, (_, i) => (row < 2 ? 255 * row : (row * 31 + i * 7 * (row % 3)) & 255));

/** A column of each physical type. Only text has a logical type, so that every reader returns the stored values. */
export const columnKinds: readonly ColumnKind[] = [
  { name: 'BOOLEAN', type: PhysicalType.BOOLEAN, definition: { type: 'BOOLEAN' }, value: (row) => row % 7 < 3 },
  {
    name: 'INT32',
    type: PhysicalType.INT32,
    definition: { type: 'INT32' },
    value: (row) => pick([-(2 ** 31), 2 ** 31 - 1, 0, -1], row, (n) => (n * 7919) % 1000),
  },
  {
    name: 'INT64',
    type: PhysicalType.INT64,
    definition: { type: 'INT64' },
    value: (row) => pick([-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n], row, (n) => BigInt((n * 104729) % 5000) ** 3n),
  },
  {
    name: 'INT96',
    type: PhysicalType.INT96,
    definition: { type: 'INT96' },
    // INT96 stores the nanoseconds of a day, then the Julian day. Readers treat it as a timestamp, so the days are near 1970.
    value: (row) => {
      const bytes = new Uint8Array(12);
      const view = new DataView(bytes.buffer);
      view.setBigInt64(0, BigInt(row % 50) * 1_000_000_000n, true);
      view.setInt32(8, 2440588 + (row % 40), true);
      return bytes;
    },
  },
  {
    name: 'FLOAT',
    type: PhysicalType.FLOAT,
    definition: { type: 'FLOAT' },
    value: (row) => pick([Infinity, -Infinity, 0, -0, NaN, 2 ** -149], row, (n) => Math.fround((n % 60) / 8)),
  },
  {
    name: 'DOUBLE',
    type: PhysicalType.DOUBLE,
    definition: { type: 'DOUBLE' },
    value: (row) => pick([Infinity, -Infinity, 0, -0, NaN, 5e-324], row, (n) => (n % 60) / 10),
  },
  {
    name: 'BYTE_ARRAY',
    type: PhysicalType.BYTE_ARRAY,
    definition: { type: 'BYTE_ARRAY' },
    value: (row) => pick([new Uint8Array(0), Uint8Array.of(255, 0)], row, (n) => fixed(n).subarray(0, n % 6)),
  },
  {
    name: 'STRING',
    type: PhysicalType.BYTE_ARRAY,
    definition: { type: 'STRING' },
    value: (row) => pick(['', 'żółw 🐢'], row, (n) => `carrier ${String(n % 40).padStart(3, '0')}`),
  },
  {
    name: `FIXED_LEN_BYTE_ARRAY(${width})`,
    type: PhysicalType.FIXED_LEN_BYTE_ARRAY,
    definition: { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: width },
    value: fixed,
  },
];

export const codecIds: readonly number[] = [CodecId.UNCOMPRESSED, ...[...standardCodecs].map(({ id }) => id)];
export const pageVersions = [1, 2] as const;
const nullKinds = ['required', 'optional', 'with nulls', 'only nulls'] as const;
type NullKind = (typeof nullKinds)[number];

export interface Cell {
  readonly kind: ColumnKind;
  readonly encoding: number;
  readonly pageVersion: 1 | 2;
  readonly nulls: NullKind;
  readonly codec: number;
}

/** Returns the ids of the encodings that can write the column, and of PLAIN_DICTIONARY, which is written like RLE_DICTIONARY. */
export function encodingsOf({ type }: ColumnKind, registry: EncodingRegistry = standardEncodings): readonly number[] {
  const column = { type, width: type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? width : widths[type] };
  return [...registry].flatMap((encoding) =>
    (encoding.encoder !== undefined || encoding.id === EncodingId.PLAIN_DICTIONARY) && encoding.supports(column)
      ? [encoding.id]
      : [],
  );
}

const widths: Readonly<Record<Physical, number>> = { 0: 0, 1: 4, 2: 8, 3: 12, 4: 4, 5: 8, 6: 0, 7: width };

export function cellsOf(kind: ColumnKind, encoding: number): Cell[] {
  return pageVersions.flatMap((pageVersion) =>
    nullKinds.flatMap((nulls) => codecIds.map((codec) => ({ kind, encoding, pageVersion, nulls, codec }))),
  );
}

function slotsOf({ kind, nulls }: Pick<Cell, 'kind' | 'nulls'>): Scalar[] {
  return Array.from({ length: rowCount }, (_, row) => {
    const isNull = nulls === 'only nulls' || (nulls === 'with nulls' && (row % 5 === 2 || (row > 100 && row < 140)));
    return isNull ? null : kind.value(row);
  });
}

/** Writes the file of a cell, which has one column, two row groups and several pages in each. */
export async function writeCell(cell: Cell): Promise<Uint8Array> {
  const { kind, encoding, pageVersion, nulls, codec } = cell;
  const sink = memorySink();
  const writer = await createParquetWriter(sink, {
    schema: defineSchema({ c: { ...kind.definition, optional: nulls !== 'required' } }),
    encoding,
    codec,
    pageVersion,
    pageRows: 70,
    rowGroupRows: 200,
  });
  await writer.write({ c: slotsOf(cell) });
  await writer.finish();
  return sink.bytes;
}

/** Returns the expected values and nulls of a cell, as text in the form that slots.ts defines. */
export function expectedSlots(cell: Cell): Slots {
  return { c: slotsOf(cell).map((slot) => slotText(cell, slot)) };
}

function slotText({ kind }: Cell, slot: Scalar): string {
  if (slot === null) return 'null';
  if (typeof slot === 'number') return floatText(slot);
  if (typeof slot === 'string') return bytesAsText(new TextEncoder().encode(slot));
  if (!(slot instanceof Uint8Array)) return String(slot);
  if (kind.name !== 'INT96') return bytesAsText(slot);
  const view = new DataView(slot.buffer);
  return nanosText(view.getBigInt64(0, true) + BigInt(view.getInt32(8, true) - 2_440_588) * 86_400_000_000_000n);
}

export function describeCell({ kind, encoding, pageVersion, nulls, codec }: Cell): string {
  return `${kind.name} ${nameOf(EncodingId, encoding)} v${pageVersion} ${nulls} ${nameOf(CodecId, codec)}`;
}
