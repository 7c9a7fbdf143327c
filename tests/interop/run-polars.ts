/**
 * Files as polars reads them, in the form of slots.ts. `npm run test:interop` finds a Python that has it.
 */
import { type Answer, type NamedFile, readWith } from './python-reader.js';

/** The Python to use; undefined where there is none with polars. */
export const polarsPython: string | undefined = process.env['MARQUETRY_POLARS'];

/** Answers by name, which must be file names. One run of Python, however many files. */
export async function readWithPolars(files: Iterable<NamedFile>): Promise<ReadonlyMap<string, Answer>> {
  return readWith(polarsPython ?? '', 'read_with_polars.py', files);
}
