// A file opened and its rows printed: what a page loads for a file in SNAPPY.
import { openParquet } from 'marquetry';

/** Prints the rows of a file that the user chose. */
export async function printRows(bytes) {
  for await (const row of (await openParquet(bytes)).rows()) console.log(row);
}
