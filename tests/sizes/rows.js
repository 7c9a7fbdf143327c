// A file opened and its rows read: what a page loads for a file in SNAPPY.
import { openParquet } from 'marquetry';

/** The rows of a file that the user chose. */
export async function* rowsOf(bytes) {
  yield* (await openParquet(bytes)).rows();
}
