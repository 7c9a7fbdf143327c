/** Reads individual rows of one or more files, in any order. */
import type { ParquetFile } from '@marquetry/file';
import type { Row } from './assemble.js';
import { readRows } from './read-rows.js';
import type { ReadRowsOptions } from './read-rows-options.js';
import { chooseTextForms } from './text-forms.js';

/** The position of a row: the index of its file, and its row number within that file. */
export interface RowPlace {
  readonly file: number;
  readonly row: number;
}

/**
 * The requested rows of one file, in file order. `wanted[i]` is the index of the `i`th of these rows in the list of all
 * requested rows.
 */
interface FileRows {
  readonly file: number;
  readonly wanted: readonly number[];
  readonly rows: readonly (readonly [from: number, to: number])[];
}

/**
 * Yields the rows at the given positions, in the same order as `places`. All requested rows are in memory at once. The
 * files must have the same schema.
 * @throws ParquetError as `readRows` does.
 */
export async function* readRowsAt(
  { schema }: Pick<ParquetFile, 'schema'>,
  places: readonly RowPlace[],
  open: (file: number) => Promise<ParquetFile>,
  read: Omit<ReadRowsOptions, 'rows' | 'rowGroups' | 'offset' | 'limit' | 'where'>,
): AsyncGenerator<Row, void, undefined> {
  const files = byFile(places);
  const batches: ParquetFile['leafBatches'] = async function* (part) {
    for (const { file, rows } of files) yield* (await open(file)).leafBatches({ ...part, rows });
  };
  const options = await chooseTextForms({ schema, leafBatches: batches }, read);
  const found: Row[] = new Array(places.length);
  for (const { file, wanted, rows } of files) {
    let next = 0;
    for await (const row of readRows(await open(file), { ...options, rows })) found[wanted[next++] as number] = row;
  }
  yield* found;
}

/** Groups the positions by file, in row order within each file. */
function byFile(places: readonly RowPlace[]): readonly FileRows[] {
  const rowOf = (i: number): number => (places[i] as RowPlace).row;
  const groups = new Map<number, number[]>();
  for (const [i, { file }] of places.entries()) {
    const group = groups.get(file);
    if (group === undefined) groups.set(file, [i]);
    else group.push(i);
  }
  return [...groups].map(([file, group]) => {
    const wanted = group.sort((a, b) => rowOf(a) - rowOf(b));
    return { file, wanted, rows: wanted.map((i) => [rowOf(i), rowOf(i) + 1] as const) };
  });
}
