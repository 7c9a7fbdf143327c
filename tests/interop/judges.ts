/**
 * Other implementations of Parquet, as functions that read a file. Each returns flat columns as the text that slots.ts
 * defines.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBIntervalValue,
  type DuckDBResultReader,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  DuckDBUUIDValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { DataType, tableFromIPC, type Vector } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { readParquet } from 'parquet-wasm/node';
import { bytesAsText, decimalText, floatText, intervalText, nanosText, type Slots } from './slots.js';

export interface Judge {
  readonly name: string;
  /** Returns the columns of the file. Throws if the implementation cannot read it. */
  read(bytes: Uint8Array): Promise<Slots>;
}

/** DuckDB as a reader of files, with a folder for the files that it reads and writes. */
export interface Duckdb extends Judge {
  readonly folder: string;
  readonly connection: DuckDBConnection;
  /** Returns the rows of a file that has one column, as DuckDB prints them. */
  rows(bytes: Uint8Array): Promise<string[]>;
  close(): void;
}

export async function openDuckdb(): Promise<Duckdb> {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-interop-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  let next = 0;
  const select = async (bytes: Uint8Array): Promise<DuckDBResultReader> => {
    const path = join(folder, `judged-${next++}.parquet`);
    writeFileSync(path, bytes);
    try {
      return await connection.runAndReadAll(`SELECT * FROM read_parquet('${path}')`);
    } finally {
      rmSync(path);
    }
  };
  return {
    name: 'DuckDB',
    folder,
    connection,
    read: async (bytes) => {
      const reader = await select(bytes);
      const columns = reader.getColumns();
      // Without rows, DuckDB returns no column vectors.
      return Object.fromEntries(reader.columnNames().map((name, i) => [name, (columns[i] ?? []).map(duckdbText)]));
    },
    rows: async (bytes) => (await select(bytes)).getRows().map(([value]) => (value === null ? 'NULL' : String(value))),
    close: () => {
      connection.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the text of a value that is not nested. */
export function duckdbText(value: DuckDBValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'string') return bytesAsText(new TextEncoder().encode(value));
  if (value instanceof DuckDBBlobValue) return bytesAsText(value.bytes);
  if (value instanceof DuckDBDecimalValue) return decimalText(value.value, value.scale);
  if (value instanceof DuckDBDateValue) return String(value.days);
  if (value instanceof DuckDBTimeValue) return nanosText(value.micros * 1000n);
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) {
    return nanosText(value.micros * 1000n);
  }
  if (value instanceof DuckDBTimestampSecondsValue) return nanosText(value.seconds * 1_000_000_000n);
  if (value instanceof DuckDBTimestampMillisecondsValue) return nanosText(value.millis * 1_000_000n);
  if (value instanceof DuckDBTimestampNanosecondsValue) return nanosText(value.nanos);
  if (value instanceof DuckDBUUIDValue) return `x${value.toString().replaceAll('-', '')}`;
  if (value instanceof DuckDBIntervalValue) return intervalText(value.months, value.days, value.micros / 1000n);
  throw new Error(`DuckDB returned a ${value.constructor.name}`);
}

/** Reads files with hyparquet. Use it only for columns without a logical type, because it returns physical values here. */
export const hyparquet: Judge = {
  name: 'hyparquet',
  read: async (bytes) => {
    const file = bytes.slice().buffer;
    const rows = await parquetReadObjects({
      file,
      compressors,
      utf8: false,
      parsers: { timestampFromNanoseconds: (nanos) => ({ nanos }) },
    });
    const slots: Record<string, string[]> = {};
    for (const row of rows) {
      for (const [name, value] of Object.entries(row)) {
        slots[name] ??= [];
        slots[name].push(scalarText(value));
      }
    }
    return slots;
  },
};

/** Reads files with parquet-wasm (arrow-rs) and apache-arrow. Use it only for columns that have no logical type, or STRING. */
export const parquetWasm: Judge = {
  name: 'parquet-wasm',
  read: async (bytes) => {
    const table = tableFromIPC(readParquet(bytes).intoIPCStream());
    return Object.fromEntries(
      table.schema.fields.map(({ name, type }, i) => {
        const column = table.getChildAt(i) as Vector;
        const text = DataType.isTimestamp(type) ? millisecondsText : scalarText;
        return [name, Array.from({ length: column.length }, (_, slot) => text(column.get(slot)))];
      }),
    );
  },
};

/** Converts a timestamp of apache-arrow, which returns every timestamp in milliseconds, to text. */
function millisecondsText(value: number | null): string {
  return value === null ? 'null' : nanosText(BigInt(value) * 1_000_000n);
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return bytesAsText(new TextEncoder().encode(value));
  if (value instanceof Uint8Array) return bytesAsText(value);
  if (typeof value === 'object' && 'nanos' in value) return nanosText(value.nanos as bigint);
  throw new Error(`a ${Object.prototype.toString.call(value)} instead of a scalar`);
}
