/**
 * Reads files with pyarrow (Arrow C++), and returns the columns as text in the form that slots.ts defines. `npm run
 * test:interop` finds a Python with pyarrow.
 */
import { type Answer, type NamedFile, readWith } from './python-reader.js';

export type { Answer } from './python-reader.js';

/** Path of a Python that has pyarrow, or `undefined` if none is found. */
export const python: string | undefined = process.env['MARQUETRY_PYARROW'];

/** Returns the columns or the error of each file by its name, which must be valid as a file name. Starts Python only once for all files. */
export async function readWithPyarrow(files: Iterable<NamedFile>): Promise<ReadonlyMap<string, Answer>> {
  return readWith(python ?? '', 'read_with_pyarrow.py', files);
}
