/**
 * Determines which cells are null: empty cells without quotes, and `NULL` without quotes.
 *
 * An empty cell in quotes is an empty string in a text column, and null in other columns.
 */
import { Plain } from './scan-record.js';

/** True if the cell is null. `kind` is the form of the cell: `Plain`, `Quoted` or `Escaped` from `scan-record.ts`. */
export function isNullCell(bytes: Uint8Array, start: number, end: number, kind: number, isText: boolean): boolean {
  if (start === end) return kind === Plain || !isText;
  return (
    end - start === 4 &&
    bytes[start] === 0x4e &&
    kind === Plain &&
    bytes[start + 1] === 0x55 &&
    bytes[start + 2] === 0x4c &&
    bytes[start + 3] === 0x4c
  );
}
