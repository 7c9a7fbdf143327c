/**
 * Files whose encodings the default policy chooses: every type, with data that makes the policy choose each of its encodings.
 *
 * Each file is written twice: with the policy, and in PLAIN. A reader that reads the second must read the same values from the first.
 */
import { type ColumnDefinition, defineSchema } from '@marquetry/schema';
import { createParquetWriter, EncodingId, memorySink, openParquet } from 'marquetry';

type Scalar = boolean | number | bigint | string | Uint8Array;

/** A column type, and the values to write. */
export interface PolicyKind {
  readonly name: string;
  readonly definition: ColumnDefinition;
  /** Returns a value for a number from 0 to 1. Larger numbers give larger values if the type has an order. */
  value(at: number): Scalar;
}

/** Number of rows. Pages have more than 4,096 values, the batch size of Spark's reader. */
const rowCount = 9000;

/** Returns a number from 0 to 1 that looks random from row to row (a Weyl sequence, mixed). */
function scattered(row: number): number {
  let bits = Math.imul(row + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** For each shape of data, a function that returns the position of a row's value in the range from 0 to 1. */
const shapes: Readonly<Record<string, (row: number) => number>> = {
  ascending: (row) => row / rowCount,
  'few values': (row) => Math.floor(scattered(row) * 12) / 12,
  runs: (row) => Math.floor(row / 700) / 13,
};

const int = (bits: number, name: ColumnDefinition['type'], more: object = {}): PolicyKind => ({
  name: `${name}${Object.values(more).length === 0 ? '' : `(${Object.values(more).join(', ')})`}`,
  definition: { type: name, ...more },
  value: (at) => Math.floor(at * (2 ** bits - 1)),
});
const long = (bits: number, name: ColumnDefinition['type'], more: object = {}): PolicyKind => {
  const kind = int(bits, name, more);
  return { ...kind, value: (at) => BigInt(Math.floor(at * 2 ** Math.min(bits, 52))) << BigInt(Math.max(0, bits - 52)) };
};
const fixed = (name: string, definition: ColumnDefinition, width: number, prefix: number): PolicyKind => ({
  name,
  definition,
  // The first bytes are equal, as in version 7 UUIDs and in big-endian decimals, and the sign bit is 0.
  value: (at) => {
    const bytes = new Uint8Array(width).fill(1, 0, prefix);
    const view = new DataView(bytes.buffer);
    let rest = at;
    for (let i = prefix; i < width; i++) {
      rest *= i === 0 ? 64 : 256;
      view.setUint8(i, Math.floor(rest));
      rest -= Math.floor(rest);
    }
    return bytes;
  },
});
const text = (
  name: ColumnDefinition['type'],
  write: (at: number) => string | Uint8Array,
  more: object = {},
): PolicyKind => ({
  name: String(name),
  definition: { type: name, ...more },
  value: write,
});
const digits = (at: number): string => String(Math.floor(at * 1e9)).padStart(9, '0');
const ascii = (word: string): Uint8Array => new TextEncoder().encode(word);
const bigEndian = (at: number): Uint8Array => {
  const value = Math.floor(at * 2 ** 40);
  const length = value === 0 ? 1 : Math.ceil((Math.floor(Math.log2(value)) + 2) / 8);
  return Uint8Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) % 256);
};

/** A column of each physical and logical type that can be written. */
export const policyKinds: readonly PolicyKind[] = [
  { name: 'BOOLEAN', definition: { type: 'BOOLEAN' }, value: (at) => Math.floor(at * 12) % 2 === 0 },
  int(31, 'INT32'),
  int(7, 'INT8'),
  int(15, 'INT16'),
  int(8, 'UINT8'),
  int(16, 'UINT16'),
  int(31, 'UINT32'),
  int(15, 'DATE'),
  int(26, 'TIME', { unit: 'MILLIS' }),
  int(28, 'DECIMAL', { precision: 9, scale: 2 }),
  long(62, 'INT64'),
  long(63, 'UINT64'),
  long(36, 'TIME', { unit: 'MICROS' }),
  long(46, 'TIME', { unit: 'NANOS' }),
  long(41, 'TIMESTAMP', { unit: 'MILLIS' }),
  long(51, 'TIMESTAMP', { unit: 'MICROS' }),
  long(60, 'TIMESTAMP', { unit: 'NANOS' }),
  long(51, 'TIMESTAMP', { unit: 'MICROS', isAdjustedToUTC: false }),
  long(56, 'DECIMAL', { precision: 18, scale: 4 }),
  {
    name: 'INT96',
    definition: { type: 'INT96' },
    value: (at) => {
      const view = new DataView(new ArrayBuffer(12));
      view.setBigInt64(0, BigInt(Math.floor(at * 86_399)) * 1_000_000_000n, true);
      view.setInt32(8, 2_440_588 + Math.floor(at * 9000), true);
      return new Uint8Array(view.buffer);
    },
  },
  { name: 'FLOAT', definition: { type: 'FLOAT' }, value: (at) => Math.fround(20 + Math.sin(at * 9) * at) },
  { name: 'DOUBLE', definition: { type: 'DOUBLE' }, value: (at) => 20 + Math.sin(at * 9) * at },
  text('STRING', (at) => `https://example.org/items/${digits(at)}`),
  text('ENUM', (at) => `ITEM_${digits(at)}`),
  text('JSON', (at) => `{"number": ${digits(at).replace(/^0+(?=\d)/, '')}}`),
  text('BSON', (at) => ascii(`....${digits(at)}`)),
  text('BYTE_ARRAY', (at) => ascii(`item ${digits(at)}`)),
  {
    name: 'DECIMAL in BYTE_ARRAY',
    definition: { type: 'DECIMAL', precision: 15, scale: 2, physicalType: 'BYTE_ARRAY' },
    value: bigEndian,
  },
  fixed('FIXED_LEN_BYTE_ARRAY(9)', { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 9 }, 9, 2),
  fixed('UUID', { type: 'UUID' }, 16, 3),
  fixed('DECIMAL(30, 3)', { type: 'DECIMAL', precision: 30, scale: 3 }, 13, 1),
  fixed('INTERVAL', { type: 'INTERVAL' }, 12, 2),
  {
    name: 'FLOAT16',
    definition: { type: 'FLOAT16' },
    // The values are half floats from 1 to 2: the exponent of 1 and ten bits of fraction.
    value: (at) => {
      const half = 0x3c00 + Math.floor(at * 1023);
      return Uint8Array.of(half & 255, half >> 8);
    },
  },
];

const policyCodecs = { UNCOMPRESSED: 0, SNAPPY: 1, ZSTD: 6 } as const;

/** A test case: a column to write. */
export interface PolicyCase {
  readonly kind: PolicyKind;
  readonly shape: string;
  readonly codec: keyof typeof policyCodecs;
  readonly pageVersion: 1 | 2;
  readonly nulls: boolean;
}

const shapeNames: readonly string[] = [...Object.keys(shapes), 'scattered'];

/** Returns a case for every type and every shape of data, with alternating codecs, page versions and nulls. */
export function policyCases(): PolicyCase[] {
  const codecs = Object.keys(policyCodecs) as (keyof typeof policyCodecs)[];
  return policyKinds.flatMap((kind, k) =>
    shapeNames.map((shape, s): PolicyCase => {
      const codec = codecs[(k + s) % codecs.length] ?? 'SNAPPY';
      return { kind, shape, codec, pageVersion: (k + (s >> 1)) % 2 === 0 ? 1 : 2, nulls: (k + s) % 4 === 0 };
    }),
  );
}

export function describeCase({ kind, shape, codec, pageVersion, nulls }: PolicyCase): string {
  return `${kind.name}, ${shape}, ${codec}, v${pageVersion}${nulls ? ', nulls' : ''}`;
}

/** A file of one column, and the encodings of its data pages. */
export interface PolicyFile {
  readonly bytes: Uint8Array;
  readonly encodings: readonly number[];
}

/** Writes a file of one column. @param encoding The encoding to use. The default is the choice of the default policy. */
export async function writePolicyFile(of: PolicyCase, encoding?: number): Promise<PolicyFile> {
  const { kind, shape, codec, pageVersion, nulls } = of;
  const at = shapes[shape] ?? scattered;
  const sink = memorySink();
  const writer = await createParquetWriter(sink, {
    schema: defineSchema({ c: { ...kind.definition, optional: nulls } as ColumnDefinition }),
    codec: policyCodecs[codec],
    pageVersion,
    ...(encoding === undefined ? {} : { encoding }),
  });
  const slots = Array.from({ length: rowCount }, (_, row) => (nulls && row % 11 === 4 ? null : kind.value(at(row))));
  await writer.write({ c: slots });
  await writer.finish();
  const { metaData } = (await openParquet(sink.bytes)).chunk({ rowGroup: 0, column: 'c' });
  const pages = (metaData.encodingStats ?? []).filter(({ pageType }) => pageType !== 2);
  return { bytes: sink.bytes, encodings: pages.map((page) => page.encoding) };
}

/**
 * Writes the same values in PLAIN. A reader must read the same values from it as from the file of {@link writePolicyFile}; other tests
 * check that PLAIN is read correctly.
 */
export function writePlainFile(of: PolicyCase): Promise<PolicyFile> {
  return writePolicyFile({ ...of, codec: 'UNCOMPRESSED', pageVersion: 1 }, EncodingId.PLAIN);
}
