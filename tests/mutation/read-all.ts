/**
 * Reads a whole file and checks the contract: reading either throws a ParquetError, or returns columns whose lengths agree with each other
 * and with the file's metadata.
 */
import type { Values } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import {
  CodecId,
  type ColumnBatch,
  type ColumnWriteOptions,
  createParquetWriter,
  formatPath,
  isParquetError,
  memorySink,
  openParquet,
} from 'marquetry';
import { standardCodecs } from 'marquetry/plug-ins';
import { copyRows } from '../../apps/cli/src/rewrite/copy-rows.js';
import { readGeometries } from './read-geometries.js';
import { readNestedColumns } from './read-nested.js';

/** Thrown if reading violates the contract. */
class Fault extends Error {}

export interface Outcome {
  /** The code of the first error, or `read` if there was no error. */
  readonly result: string;
  /** Size in bytes of the largest column that was read. The memory that may be allocated depends on this size. */
  readonly largestColumn: number;
}

/** The error codes that a file may cause. INVALID_ARGUMENT is not allowed, because all arguments are valid. */
const codes = new Set(['TRUNCATED', 'CORRUPT', 'UNSUPPORTED', 'LIMIT']);

type File = Awaited<ReturnType<typeof openParquet>>;
type Column = ColumnBatch[string];

export interface ReadAllOptions {
  /** True to read the file as row objects after the columns. The default is false. */
  readonly rows?: boolean;
  /** True to rewrite the file after reading it. The default is false. */
  readonly rewrites?: boolean;
}

/**
 * Reads the file in several ways, and returns the result.
 * @throws Fault if reading violates the contract, and every error that is not a ParquetError.
 */
export async function readAll(
  bytes: Uint8Array,
  { rows = false, rewrites = false }: ReadAllOptions = {},
): Promise<Outcome> {
  let result = 'read';
  let largestColumn = 0;
  const guarded = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      const code = checkError(error);
      if (result === 'read') result = code;
      return undefined;
    }
  };
  const file = await guarded(() => openParquet(bytes));
  if (file === undefined) return { result, largestColumn };

  await guarded(async () => {
    largestColumn = await readBatches(file);
  });
  await guarded(async () => {
    largestColumn = Math.max(largestColumn, await readPortions(file));
  });
  await guarded(() => readNestedColumns(file, require));
  await guarded(() => readGeometries(file, require));
  if (rows) await guarded(() => readRowObjects(file));
  if (rewrites) await guarded(() => rewriteRows(file));
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    for (const column of file.schema.leaves) {
      await guarded(() => listPages(file, rowGroup, column));
      await guarded(async () => file.offsetIndex({ rowGroup, column }));
      await guarded(async () => file.columnIndex({ rowGroup, column }));
    }
  }
  return { result, largestColumn };
}

function checkError(error: unknown): string {
  if (!isParquetError(error)) throw error;
  const { code, message } = error;
  if (!codes.has(code)) throw new Fault(`an error with the code ${code}: ${message}`);
  if (message.length < 8 || /undefined|NaN|\[object/.test(message)) throw new Fault(`a message that says "${message}"`);
  return code;
}

/**
 * Reads all columns, and returns the size of the largest one in bytes. A row group is one batch, or several if it exceeds a limit; then the
 * slots and rows of its batches are added up.
 */
async function readBatches(file: File): Promise<number> {
  const expected = file.metadata.rowGroups.flatMap((group, ordinal) => (group.numRows > 0 ? [{ group, ordinal }] : []));
  let groups = 0;
  let rows = 0;
  let slots = new Map<string, number>();
  let largest = 0;
  for await (const batch of file.columnBatches()) {
    const { group, ordinal } = expected[groups] ?? fail('more batches than row groups with rows');
    const columns = Object.entries(batch);
    require(columns.length === file.schema.leaves.length, `${columns.length} of ${file.schema.leaves.length} columns`);
    const { rowCount = 0 } = columns[0]?.[1] ?? {};
    rows += rowCount;
    require(rowCount > 0 && rows <= group.numRows, `${rows} rows were read, but the row group states ${group.numRows}`);
    for (const [name, column] of columns) {
      const { metaData } = file.chunk({ rowGroup: ordinal, column: column.leaf });
      require(column.rowCount === rowCount, `columns of ${rowCount} and ${column.rowCount} rows`);
      const found = (slots.get(name) ?? 0) + column.slotCount;
      slots.set(name, found);
      if (rows === group.numRows)
        require(found === metaData.numValues, `${found} slots were read, but the chunk states ${metaData.numValues}`);
      checkColumn(column);
      largest = Math.max(largest, bytesOfColumn(column));
    }
    if (rows < group.numRows) continue;
    groups++;
    rows = 0;
    slots = new Map();
  }
  require(groups === expected.length, `${groups} of ${expected.length} row groups`);
  return largest;
}

/**
 * Reads a range of rows in small batches of spaced values (one element per slot, including nulls), to test the code
 * that skips and splits pages.
 */
async function readPortions(file: File): Promise<number> {
  const offset = Math.min(3, file.rowCount);
  const limit = 64;
  let rows = 0;
  let largest = 0;
  for await (const batch of file.columnBatches({
    offset,
    limit,
    batchRows: 7,
    spaced: true,
    decodeDictionaries: true,
  })) {
    const columns = Object.values(batch);
    const count = columns[0]?.rowCount ?? 0;
    for (const column of columns) {
      require(column.rowCount === count, `a column has ${column.rowCount} rows, another ${count}`);
      require(column.values.layout !== 'dictionary', 'a dictionary although decoded values were requested');
      checkColumn(column);
      largest = Math.max(largest, bytesOfColumn(column));
    }
    rows += count;
    if (columns.length === 0) return largest;
  }
  const wanted = Math.min(limit, Math.max(0, file.rowCount - offset));
  require(rows === wanted, `${rows} rows were read in small batches, expected ${wanted}`);
  return largest;
}

/** Reads the file as row objects, and checks that there is one object per row. */
async function readRowObjects(file: File): Promise<void> {
  let rows = 0;
  for await (const batch of file.rowBatches()) rows += batch.length;
  require(rows === file.rowCount, `${rows} row objects for ${file.rowCount} rows`);
}

/** Rewrites all rows with the codecs of the columns, reads them again, and compares the number of rows. */
async function rewriteRows(file: File): Promise<void> {
  const columns = file.schema.leaves.map((leaf): [string, ColumnWriteOptions] => {
    const codec = file.metadata.rowGroups[0]?.columns[leaf.index]?.metaData?.codec ?? CodecId.UNCOMPRESSED;
    const isWritten = codec === CodecId.UNCOMPRESSED || standardCodecs.find(codec)?.compress !== undefined;
    return [formatPath(leaf.path), { codec: isWritten ? codec : CodecId.SNAPPY }];
  });
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: file.schema, columns: Object.fromEntries(columns) });
  await copyRows(file, writer, { keepRowGroups: true });
  await writer.finish();
  const { rowCount } = await openParquet(sink.bytes);
  require(rowCount === file.rowCount, `${rowCount} rows were written, expected ${file.rowCount}`);
}

async function listPages(file: File, rowGroup: number, column: LeafNode): Promise<void> {
  let slots = 0;
  for await (const { stored, data } of file.openPages({ rowGroup, column })) {
    require(stored.body.length ===
      stored.header.compressedPageSize, 'a page body whose length differs from that in its header');
    slots += data?.page.slotCount ?? 0;
  }
  const { start, metaData } = file.chunk({ rowGroup, column });
  if (start !== undefined)
    require(slots === metaData.numValues, `the pages have ${slots} slots, but the chunk states ${metaData.numValues}`);
}

function checkColumn({ leaf, values, nulls, slotCount, rowCount, spaced }: Column): void {
  if (leaf.maxRepetitionLevel === 0) require(rowCount === slotCount, `${rowCount} rows in ${slotCount} slots`);
  require(nulls.nullCount >= 0 && nulls.nullCount <= slotCount, `${nulls.nullCount} nulls in ${slotCount} slots`);
  if (nulls.kind === 'bitmap') {
    let ones = 0;
    for (let i = 0; i < slotCount; i++) ones += ((nulls.bits[i >> 3] as number) >> (i & 7)) & 1;
    require(ones ===
      slotCount -
        nulls.nullCount, `${ones} validity bits are set, but ${nulls.nullCount} of ${slotCount} slots are null`);
    checkTail(nulls.bits, slotCount);
  } else if (nulls.kind === 'levels') {
    const { definition, repetition } = nulls;
    require(definition.length === slotCount, `${definition.length} definition levels for ${slotCount} slots`);
    let defined = 0;
    for (const level of definition) {
      require(level <= leaf.maxDefinitionLevel, `definition level ${level} of ${leaf.maxDefinitionLevel}`);
      if (level === leaf.maxDefinitionLevel) defined++;
    }
    require(defined ===
      slotCount - nulls.nullCount, `${defined} slots are defined, but ${nulls.nullCount} of ${slotCount} are null`);
    if (repetition !== undefined) {
      require(repetition.length === slotCount, `${repetition.length} repetition levels for ${slotCount} slots`);
      let rows = 0;
      for (const level of repetition) {
        require(level <= leaf.maxRepetitionLevel, `repetition level ${level} of ${leaf.maxRepetitionLevel}`);
        if (level === 0) rows++;
      }
      require(rows === rowCount, `${rows} repetition levels of 0 in ${rowCount} rows`);
    }
  }
  const expected = spaced ? slotCount : slotCount - nulls.nullCount;
  require(values.length === expected, `${values.length} values, ${expected} expected`);
  require(values.type === leaf.type, `values of type ${values.type} in a column of ${leaf.type}`);
  checkValues(values, spaced && nulls.nullCount > 0);
}

function checkValues(values: Values, placeholders: boolean): void {
  const { length } = values;
  switch (values.layout) {
    case 'bits':
      checkTail(values.data, length);
      return;
    case 'fixed': {
      const elements = values.data instanceof Uint8Array ? length * values.width : length;
      require(values.data.length === elements, `${values.data.length} elements for ${length} values`);
      return;
    }
    case 'bytes': {
      const { offsets, data } = values;
      require(offsets.length === length + 1, `${offsets.length} offsets for ${length} values`);
      let last = offsets[0] as number;
      require(last >= 0, `offset ${last}`);
      for (const offset of offsets) {
        require(offset >= last, `offset ${offset} after ${last}`);
        last = offset;
      }
      require(last <= data.length, `offset ${last} of ${data.length} bytes`);
      return;
    }
    case 'dictionary': {
      const { indices, dictionary } = values;
      require(indices.length === length, `${indices.length} indices for ${length} values`);
      require(dictionary.type === values.type, `a dictionary of type ${dictionary.type} for ${values.type}`);
      for (const index of indices) {
        const within = index >= 0 && (index < dictionary.length || (placeholders && index === 0));
        require(within, `index ${index} of ${dictionary.length} entries`);
      }
      checkValues(dictionary, false);
    }
  }
}

/** Checks that a bitmap has a bit for each value, and that its bits after the last value are 0. */
function checkTail(bits: Uint8Array, length: number): void {
  require(bits.length >= Math.ceil(length / 8), `${bits.length} bytes for ${length} bits`);
  const used = length & 7;
  if (used > 0) require((bits[length >> 3] as number) >> used === 0, 'bits set beyond the length');
}

function bytesOfColumn({ values, slotCount }: Column): number {
  const flat = values.layout === 'dictionary' ? values.dictionary : values;
  const data = flat.data.byteLength + (flat.layout === 'bytes' ? flat.offsets.byteLength : 0);
  return slotCount + data + (values.layout === 'dictionary' ? values.indices.byteLength : 0);
}

function require(holds: boolean, message: string): void {
  if (!holds) fail(message);
}

function fail(message: string): never {
  throw new Fault(message);
}
