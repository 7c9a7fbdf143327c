/** Reads the rows of a chunk from its pages, like a file reader. */
import { javascriptKernels } from '@marquetry/bit-io';
import {
  type ColumnPiece,
  createPageSequence,
  createRowReader,
  type PageSequence,
  type RowReaderOptions,
  type Selection,
  selectionOfRuns,
} from '@marquetry/column';
import { BitSelection, bitsOf } from '@marquetry/column/kept';
import {
  type Codec,
  createLimits,
  defaultLimits,
  type EncodingRegistry,
  type LeafColumn,
  type Limits,
} from '@marquetry/core';
import { readPageFrame } from '@marquetry/page';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { type Plain, slotsOf } from '@marquetry/test-support/values.js';

export interface ReadingOptions extends Omit<RowReaderOptions, 'column' | 'limits'> {
  readonly slotCount?: number;
  readonly uncompressedSize?: number;
  readonly codec?: Codec;
  readonly limits?: Partial<Limits>;
  readonly verifyChecksums?: boolean;
  readonly expectedSlots?: number;
  readonly encodings?: EncodingRegistry;
}

export function sequenceOf(column: LeafColumn, options: ReadingOptions & { readonly slotCount: number }): PageSequence {
  const limits = options.limits === undefined ? defaultLimits : createLimits(options.limits);
  return createPageSequence({
    ...options,
    column,
    encodings: options.encodings ?? standardEncodings,
    limits,
    kernels: options.kernels ?? javascriptKernels,
    at: { rowGroup: 4, column: 'c' },
    verifyChecksums: options.verifyChecksums ?? true,
  });
}

/** Returns the number of slots of all pages, according to their headers. */
function slotsIn(pages: readonly Uint8Array[]): number {
  return pages.reduce((sum, page) => {
    const { header } = readPageFrame(page, 0);
    return sum + ((header.dataPageHeader ?? header.dataPageHeaderV2)?.numValues ?? 0);
  }, 0);
}

/**
 * Reads a chunk with one request per number in `portions`, and returns a list of pieces for each request. A positive
 * number reads that many rows; a negative number skips rows.
 */
export function readPortions(
  column: LeafColumn,
  pages: readonly Uint8Array[],
  portions: readonly number[],
  options: ReadingOptions = {},
): ColumnPiece[][] {
  const sequence = sequenceOf(column, { slotCount: slotsIn(pages), ...options });
  const limits = options.limits === undefined ? defaultLimits : createLimits(options.limits);
  const reader = createRowReader({ ...options, column, limits });
  let next = 0;
  return portions.map((portion) => {
    reader.begin(Math.abs(portion), { skip: portion < 0, expectedSlots: options.expectedSlots ?? 0 });
    while (!reader.fill() && next < pages.length) {
      const { header, body } = readPageFrame(pages[next++]!, 0);
      if (reader.passes(header)) {
        sequence.pass(header);
        continue;
      }
      const page = sequence.accept(header, body);
      if (page !== undefined) reader.supply(page);
    }
    if (Number.isFinite(portion) && reader.rows !== Math.abs(portion)) throw new Error(`${reader.rows} rows`);
    return reader.finish();
  });
}

/** How selected rows are represented: as runs, or as bits. */
export type SelectionForm = 'runs' | 'bits';

/**
 * Reads the rows in `runs`, `portionRows` rows per request. If the last run ends at the end of the chunk, the last
 * request is for all remaining rows.
 */
export function readRuns(
  column: LeafColumn,
  pages: readonly Uint8Array[],
  runs: readonly (readonly [from: number, to: number])[],
  portionRows: number,
  {
    rowCount,
    form = 'runs',
    ...options
  }: ReadingOptions & { readonly rowCount: number; readonly form?: SelectionForm },
): ColumnPiece[] {
  const sequence = sequenceOf(column, { slotCount: slotsIn(pages), ...options });
  const limits = options.limits === undefined ? defaultLimits : createLimits(options.limits);
  const reader = createRowReader({ ...options, column, limits });
  const selection = selectionIn(form, Float64Array.from(runs.flat()));
  const pieces: ColumnPiece[] = [];
  let next = 0;
  const serve = (): void => {
    while (!reader.fill() && next < pages.length) {
      const { header, body } = readPageFrame(pages[next++]!, 0);
      if (reader.passes(header)) sequence.pass(header);
      else {
        const page = sequence.accept(header, body);
        if (page !== undefined) reader.supply(page);
      }
    }
  };
  let row = 0;
  let left = runs.reduce((sum, [from, to]) => sum + to - from, 0);
  while (left > 0) {
    const run = runs.find(([, to]) => to > row)!;
    const gap = Math.max(0, run[0] - row);
    if (gap > 0) {
      reader.begin(gap, { skip: true });
      serve();
      row += gap;
    }
    const count = Math.min(portionRows, left);
    const isLast = count === left && runs.at(-1)![1] === rowCount;
    reader.begin(isLast ? Number.POSITIVE_INFINITY : count, { within: { selection, row } });
    serve();
    if (reader.rows !== count) throw new Error(`${reader.rows} rows of ${count}`);
    row += reader.rows + reader.passed;
    left -= count;
    pieces.push(...reader.finish());
  }
  return pieces;
}

/**
 * Returns a selection of the rows in `runs`. The bits of the form `bits` start up to 3 rows before the first selected
 * row.
 */
export function selectionIn(form: SelectionForm, runs: Float64Array): Selection {
  if (form === 'runs') return selectionOfRuns(runs);
  const [from = 0] = runs;
  const to = runs.at(-1) ?? 0;
  return new BitSelection({ ...bitsOf(runs, Math.max(0, from - 3), to), from });
}

/** Reads all rows of a chunk in one request. */
export function readAll(column: LeafColumn, pages: readonly Uint8Array[], options: ReadingOptions = {}): ColumnPiece[] {
  return readPortions(column, pages, [Number.POSITIVE_INFINITY], options)[0]!;
}

/** Returns the slots of pieces, with null for nulls. */
export function slotsOfAll(pieces: readonly ColumnPiece[], column: LeafColumn): (Plain | null)[] {
  return pieces.flatMap((piece) => slotsOf(piece, column.maxDefinitionLevel));
}
