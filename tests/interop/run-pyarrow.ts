/**
 * Files as pyarrow (Arrow C++) reads them, in the form of slots.ts. `npm run test:interop` finds a Python that has it.
 */
import { type Answer, type NamedFile, readWith } from './python-reader.js';

export type { Answer } from './python-reader.js';

/** The Python to use; undefined where there is none with pyarrow. */
export const python: string | undefined = process.env['MARQUETRY_PYARROW'];

/** Answers by name, which must be file names. One run of Python, however many files. */
export async function readWithPyarrow(files: Iterable<NamedFile>): Promise<ReadonlyMap<string, Answer>> {
  return readWith(python ?? '', 'read_with_pyarrow.py', files);
}
