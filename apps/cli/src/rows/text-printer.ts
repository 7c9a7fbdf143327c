/** Prints the rows of a file as text. */
import { isParquetError } from '@marquetry/core';
import { type ReadNestedOptions, readNestedBatches } from '@marquetry/file';
import type { Context } from '../context.js';
import { batchRowsOf } from './batch-rows.js';
import { columnsOf } from './fields-in-order.js';
import { createFormat } from './format.js';
import { isJson, type TextFormatName } from './format-name.js';
import { type GeometryText, geometryTextOf } from './geometry-text.js';
import { createPiece } from './piece.js';
import { readOptionsOf } from './read-rows.js';
import type { OpenedRows } from './row-format.js';
import type { RowOptions } from './row-options.js';
import type { NamedView, RowPrinter } from './row-printer.js';
import type { FileRows } from './row-span.js';
import { createTextColumns } from './text-columns.js';
import { variantWriterOf } from './variants.js';

/** Approximate number of decoded bytes per batch. */
const batchBytes = 2 ** 25;
/** Maximum number of rows per batch. */
const maxBatchRows = 2 ** 14;

export function createTextPrinter(name: TextFormatName, options: RowOptions, context: Context): RowPrinter {
  const { output, progress, pause, signal } = context;
  const format = createFormat(name, output);
  const write = name === 'table' ? output.write : output.writeRecords;
  // Programs read JSON, so by default a column must not change between text and base64 depending on the rows printed.
  const asText = (options.bytes ?? (isJson(name) ? 'base64' : 'text')) === 'text';

  /** Starts printing a file. `read` selects the rows that will be printed. */
  const start = async (
    { view: { file, fields } }: NamedView,
    read: ReadNestedOptions,
  ): Promise<{ readonly rows: OpenedRows; readonly geometries: GeometryText | undefined }> => {
    const geometries = printsWkb(options) ? undefined : await geometryTextOf(file, fields);
    const texts = geometries?.fields ?? fields;
    const shown = asText ? await createTextColumns(file, read).of(texts) : texts;
    return { rows: format.open(shown, await variantWriterOf(fields)), geometries };
  };

  return {
    print: async (from, wanted) => {
      const { file, leaves, fields } = from.view;
      const { read, kept } = readOptionsOf(from.view, wanted, signal);
      const { rows, geometries } = await start(from, read);
      const piece = createPiece(rows, output, write);
      let done = 0;
      const total = totalOf(file.rowCount, wanted);
      // Use smaller batches for geometries, because WKT takes several times as many bytes as WKB.
      const bytes = geometries === undefined ? batchBytes : batchBytes / 8;
      const batchRows = await batchRowsOf(file, leaves, { byteLength: bytes, most: maxBatchRows, signal });
      try {
        for await (const batch of readNestedBatches(file, { ...read, batchRows })) {
          const columns = columnsOf(batch, fields);
          const append = piece.of(geometries?.convert(columns) ?? columns);
          const ranges = kept?.(batch.rowCount).map((row) => [row, row + 1] as const) ?? [[0, batch.rowCount]];
          for (const [first, end] of ranges) {
            for (let row = first; row < end; ) {
              const next = append(row, end);
              done += next - row;
              row = next;
              if (!piece.isFull()) continue;
              await piece.write();
              await pause();
            }
          }
          await pause();
          // No progress line on a terminal: the printed rows show the progress.
          if (!output.isTerminal) progress.update(done, total, 'rows');
        }
      } catch (error) {
        // Print the rows that were formatted before the error.
        if (isParquetError(error) && done > 0) {
          await piece.write();
          await write(format.end());
        }
        throw error;
      }
      await piece.write();
      return done;
    },
    printOrdered: async (files, order) => {
      const texts: (() => string)[] = order.map(() => () => '');
      let head = '';
      const used = [...new Set(order.map(({ file }) => file))].sort((a, b) => a - b);
      for (const index of used.length === 0 ? [0] : used) {
        await files(index, async (from) => {
          const places = order.flatMap(({ file, row }, place) => (file === index ? [{ row, place }] : []));
          places.sort((a, b) => a.row - b.row);
          const read: ReadNestedOptions = {
            columns: from.view.leaves,
            rows: places.map(({ row }) => [row, row + 1] as const),
            signal,
          };
          const { rows, geometries } = await start(from, read);
          head += rows.head;
          let at = 0;
          for await (const batch of readNestedBatches(from.view.file, read)) {
            const columns = columnsOf(batch, from.view.fields);
            const later = rows.laterRowsOf(geometries?.convert(columns) ?? columns);
            for (let row = 0; row < batch.rowCount; row++) texts[places[at++]?.place as number] = later(row);
            await pause();
          }
        });
      }
      await write(head + texts.map((text) => text()).join(''));
    },
    end: () => write(format.end()),
  };
}

/**
 * True if geometries are printed as the base64 of their WKB instead of as WKT: with `--bytes base64`, or if an option
 * requests JSON and `--bytes` is not given.
 */
function printsWkb({ bytes, format, json = false }: RowOptions): boolean {
  if (bytes !== undefined) return bytes === 'base64';
  return json || (format !== undefined && isJson(format));
}

function totalOf(rowCount: number, wanted: FileRows): number {
  if (wanted.kind === 'chosen') return wanted.rows.length;
  return Math.min(Math.max(0, rowCount - wanted.offset), wanted.limit ?? Number.POSITIVE_INFINITY);
}
