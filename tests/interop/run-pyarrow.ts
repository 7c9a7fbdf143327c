/**
 * Reads files with pyarrow (Arrow C++), in the form of slots.ts. `npm run test:interop` finds a Python with pyarrow.
 */
import { type Answer, type NamedFile, readWith } from './python-reader.js';

export type { Answer } from './python-reader.js';

/** The Python to use; undefined if none has pyarrow. */
export const python: string | undefined = process.env['MARQUETRY_PYARROW'];

/** Returns the results by name. Names must be file names. Starts Python only once, however many files there are. */
export async function readWithPyarrow(files: Iterable<NamedFile>): Promise<ReadonlyMap<string, Answer>> {
  return readWith(python ?? '', 'read_with_pyarrow.py', files);
}
