/**
 * Reads files with polars, in the form of slots.ts. `npm run test:interop` finds a Python with polars.
 */
import { type Answer, type NamedFile, readWith } from './python-reader.js';

/** The Python to use; undefined if none has polars. */
export const polarsPython: string | undefined = process.env['MARQUETRY_POLARS'];

/** Returns the results by name. Names must be file names. Starts Python only once, however many files there are. */
export async function readWithPolars(files: Iterable<NamedFile>): Promise<ReadonlyMap<string, Answer>> {
  return readWith(polarsPython ?? '', 'read_with_polars.py', files);
}
