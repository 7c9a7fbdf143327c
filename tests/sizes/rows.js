// Opens a file and reads its rows: the code that a page loads for a SNAPPY file.
import { openParquet } from 'marquetry';

/** Reads the rows of a file that the user chose. */
export async function* rowsOf(bytes) {
  yield* (await openParquet(bytes)).rows();
}
