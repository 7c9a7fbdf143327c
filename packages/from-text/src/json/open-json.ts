/**
 * Converts files of JSON objects to columns, including nested columns.
 *
 *   sample of each file -> shape -> schema;   lines or elements -> JSON.parse -> columns
 */
import { isParquetError, isTurnDue, ParquetError, requireKnownOptions, yieldToEventLoop } from '@marquetry/core';
import type { WriteColumns } from '@marquetry/file';
import type { FieldDefinition, Schema } from '@marquetry/schema';
import { createReject, type Reject } from '../bad-rows.js';
import { filesOf, type TextFile, type TextInput } from '../input/text-input.js';
import { openWindow, type TextWindow } from '../input/text-window.js';
import { totalBytesOf } from '../progress.js';
import { schemaOfColumns } from '../schema-of-columns.js';
import { samplingOf, type TextOptions, textOptionNames } from '../text-options.js';
import { startOnce, type TextTable } from '../text-table.js';
import { createElementCutter, cutLines, isArrayText } from './cut-values.js';
import { definitionOfShape, type JsonShape, nothing, shapeOf, widerShape } from './json-shape.js';
import { parseWithDecimals } from './parse-value.js';
import { createRowConverter } from './rows-to-columns.js';

/**
 * Infers a schema from a sample of each file, and returns one table with the rows of all files. A file that starts with
 * `[` is one array of objects; any other file is NDJSON, with one object per line. Objects and lists become nested
 * columns. A key that is missing from an object is null.
 * @throws ParquetError CORRUPT, with line and path, for values of different kinds at the same path, unless `badRows` is
 * `'skip'`; CORRUPT or TRUNCATED for an array with invalid syntax; INVALID_ARGUMENT for invalid options, and if no
 * columns can be inferred. Rethrows errors from the streams and the signal's abort reason.
 */
export async function openJson(input: TextInput, options: TextOptions = {}): Promise<TextTable> {
  requireKnownOptions('openJson', options, textOptionNames);
  const { sampleRows, sampleBytes, recordBytes } = samplingOf(options);
  const { signal, schema: given = {} } = options;
  const reject = createReject({ badRows: options.badRows ?? 'fail' });
  const files = filesOf(input);
  let shape: JsonShape = { kind: 'struct', fields: new Map() };
  let kept: TextWindow | undefined;
  for (const file of files) {
    const window = await openWindow(file, { recordBytes, signal });
    let isKept = false;
    try {
      await window.fill(sampleBytes);
      shape = sampledShape(window, shape, new Set(Object.keys(given)), sampleRows, reject);
      isKept = files.length === 1;
    } finally {
      if (isKept) kept = window;
      else await window.close();
    }
  }
  const schema = schemaOfShape(shape, given);
  const reading = { files, totalBytes: totalBytesOf(files), schema, recordBytes, options, kept };
  return startOnce(schema, kept, () => batchesOf(reading));
}

/**
 * Returns the narrowest shape that fits all rows of a file's sample and all rows that fit `before`, the shape of the
 * files before it. Ignores the values of columns that the `schema` option defines.
 */
function sampledShape(
  window: TextWindow,
  before: JsonShape,
  given: ReadonlySet<string>,
  sampleRows: number,
  reject: Reject,
): JsonShape {
  let shape = before;
  const { file } = window;
  const cut = isArrayText(window) ? createElementCutter() : cutLines;
  const { values } = cut(window);
  for (const value of values.slice(0, sampleRows)) {
    let row: ReturnType<typeof parseWithDecimals>;
    try {
      row = parseWithDecimals(value.text);
    } catch {
      // This error is reported later, when the rows are read.
      continue;
    }
    try {
      const own = shapeOf(withNullFields(row.value, given), row.mark, []);
      if (own.kind !== 'struct') throw new ParquetError('INVALID_ARGUMENT', 'a row must be an object with fields');
      shape = widerShape(shape, own, []);
    } catch (error) {
      if (!isParquetError(error)) throw error;
      const { column } = error.at;
      const place = { ...(file.name !== undefined && { file: file.name }), ...(column !== undefined && { column }) };
      reject({ ...place, line: value.line, value: value.text, reason: error.reason, text: value.text });
    }
  }
  return shape;
}

/**
 * Replaces the values of the fields in `names` with null: no type is inferred for them, but the columns keep their
 * order.
 */
function withNullFields(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, names.has(name) ? null : field]));
}

function schemaOfShape(shape: JsonShape, given: Readonly<Record<string, FieldDefinition>>): Schema {
  const fields = shape.kind === 'struct' ? shape.fields : new Map<string, JsonShape>();
  for (const name of Object.keys(given)) fields.set(name, nothing);
  if (fields.size === 0)
    throw new ParquetError('INVALID_ARGUMENT', 'the columns cannot be inferred, because the input has no objects');
  return schemaOfColumns(
    Array.from(fields, ([name, field]): [string, FieldDefinition] => [
      name,
      Object.hasOwn(given, name) ? (given[name] as FieldDefinition) : definitionOfShape(field, [name]),
    ]),
  );
}

interface Reading {
  readonly files: readonly TextFile[];
  readonly totalBytes: number | undefined;
  readonly schema: Schema;
  readonly recordBytes: number;
  readonly options: TextOptions;
  readonly kept: TextWindow | undefined;
}

async function* batchesOf(reading: Reading): AsyncGenerator<WriteColumns, void, undefined> {
  const { files, totalBytes, schema, recordBytes, options, kept } = reading;
  const { signal, onProgress } = options;
  const reject = createReject(options);
  const converter = createRowConverter(schema);
  let bytes = 0;
  let rows = 0;
  for (const file of files) {
    const window = kept ?? (await openWindow(file, { recordBytes, signal }));
    try {
      if (kept === undefined) await window.fill();
      const cut = isArrayText(window) ? createElementCutter() : cutLines;
      while (window.from < window.to || !window.isEnd) {
        const { values, end, lines } = cut(window);
        if (end === window.from) {
          // The window has no complete value.
          await window.fill();
          continue;
        }
        const converted = converter.convert(values, file.name, reject);
        if (converted.rows > 0) yield converted.columns;
        rows += converted.rows;
        window.take(end, lines);
        onProgress?.({ bytes: bytes + window.position, rows, ...(totalBytes !== undefined && { totalBytes }) });
        while (isTurnDue()) await yieldToEventLoop(signal);
      }
      bytes += window.position;
    } finally {
      await window.close();
    }
  }
}
