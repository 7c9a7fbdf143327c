/**
 * Converts JSON rows to columns, batch by batch.
 */
import { isParquetError } from '@marquetry/core';
import type { WriteColumns } from '@marquetry/file';
import { createShredder, type Shredder } from '@marquetry/records';
import type { Schema } from '@marquetry/schema';
import { type Reject, shown } from '../bad-rows.js';
import type { ValueText } from './cut-values.js';
import { parseValue } from './parse-value.js';

interface RowColumns {
  readonly columns: WriteColumns;
  readonly rows: number;
}

export interface RowConverter {
  /**
   * Parses each value as a row, and returns the columns of the rows, which are valid until the next call. Passes values
   * that are not JSON or do not fit the schema to `reject`.
   */
  convert(values: readonly ValueText[], file: string | undefined, reject: Reject): RowColumns;
}

export function createRowConverter(schema: Schema): RowConverter {
  let shredder = createShredder(schema);
  /**
   * Checks the rows of a failed batch one by one, to find the invalid rows. A new shredder is created after each error,
   * because a shredder that has thrown must not be used again.
   */
  let probe: Shredder | undefined;
  return {
    convert: (values, file, reject) => {
      const refuse = ({ text, line }: ValueText, error: unknown): void => {
        const column = isParquetError(error) ? error.at.column : undefined;
        const why = isParquetError(error) ? error.reason : error instanceof Error ? error.message : String(error);
        const reason = isParquetError(error) ? why : `the text is not JSON: ${why}`;
        const place = { ...(file !== undefined && { file }), ...(column !== undefined && { column }) };
        reject({ ...place, line, value: shown(text), reason, text });
      };
      const rows: { readonly row: unknown; readonly value: ValueText }[] = [];
      for (const value of values) {
        try {
          rows.push({ row: parseValue(value.text), value });
        } catch (error) {
          refuse(value, error);
        }
      }
      try {
        for (const { row } of rows) shredder.push(row);
      } catch {
        shredder = createShredder(schema);
        for (const { row, value } of rows) {
          probe ??= createShredder(schema);
          try {
            probe.push(row);
            probe.take();
          } catch (error) {
            probe = undefined;
            refuse(value, error);
            continue;
          }
          shredder.push(row);
        }
      }
      const { rowCount } = shredder;
      return { columns: shredder.take(), rows: rowCount };
    },
  };
}
