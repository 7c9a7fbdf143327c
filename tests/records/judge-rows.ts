/**
 * Reads files with DuckDB and pyarrow row by row, and returns them as arrays of text in the form of `RandomTable.text`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimeTZValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { type Duckdb, duckdbText } from '../interop/judges.js';
import { python } from '../interop/run-pyarrow.js';
import { bytesAsText, floatText, nanosText } from '../interop/slots.js';

/** The rows that DuckDB or pyarrow read, or the reason why it could not read the file. */
export interface JudgedRows {
  readonly rows?: readonly unknown[];
  readonly error?: string;
}

export async function rowsOfDuckdb({ folder, connection }: Duckdb, bytes: Uint8Array): Promise<JudgedRows> {
  const path = join(folder, 'rows.parquet');
  writeFileSync(path, bytes);
  try {
    const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet('${path}')`);
    return { rows: reader.getRows().map((row) => row.map(nestedText)) };
  } catch (error) {
    return { error: String(error) };
  } finally {
    rmSync(path);
  }
}

function nestedText(value: DuckDBValue): unknown {
  if (value === null) return null;
  if (value instanceof DuckDBListValue) return value.items.map(nestedText);
  if (value instanceof DuckDBStructValue) return Object.values(value.entries).map(nestedText);
  if (value instanceof DuckDBMapValue)
    return value.entries.map(({ key, value: of }) => [nestedText(key), nestedText(of)]);
  if (value instanceof DuckDBTimeTZValue) return nanosText(value.micros * 1000n);
  if (value instanceof DuckDBIntervalValue) {
    const view = new DataView(new ArrayBuffer(12));
    view.setUint32(0, value.months, true);
    view.setUint32(4, value.days, true);
    view.setUint32(8, Number(value.micros / 1000n), true);
    return bytesAsText(new Uint8Array(view.buffer));
  }
  return duckdbText(value);
}

const script = fileURLToPath(new URL('rows_with_pyarrow.py', import.meta.url));

/** Returns the rows of each file, as pyarrow reads them. Starts Python only once for all files. */
export function rowsOfPyarrow(files: readonly Uint8Array[]): JudgedRows[] {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-rows-'));
  try {
    for (const [i, bytes] of files.entries())
      writeFileSync(join(folder, `${String(i).padStart(6, '0')}.parquet`), bytes);
    const { status, stdout, stderr } = spawnSync(python ?? '', [script, folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    if (status !== 0 || stderr !== '') throw new Error(`Python ended with ${status}: ${stderr}`);
    return stdout
      .trim()
      .split('\n')
      .map(
        (line) => JSON.parse(line, (_, value) => (typeof value === 'string' ? realText(value) : value)) as JudgedRows,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function realText(text: string): string {
  if (!/^f[0-9a-f]{16}$/.test(text)) return text;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${text.slice(1)}`));
  return floatText(view.getFloat64(0));
}
