/**
 * Reads files with polars, and returns the columns as text in the form that slots.ts defines. `npm run test:interop`
 * finds a Python with polars.
 */
import { type Answer, type NamedFile, readWith } from './python-reader.js';

/** Path of a Python that has polars, or `undefined` if none is found. */
export const polarsPython: string | undefined = process.env['MARQUETRY_POLARS'];

/** Returns the columns or the error of each file by its name, which must be valid as a file name. Starts Python only once for all files. */
export async function readWithPolars(files: Iterable<NamedFile>): Promise<ReadonlyMap<string, Answer>> {
  return readWith(polarsPython ?? '', 'read_with_polars.py', files);
}
