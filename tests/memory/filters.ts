/**
 * Predicates that work for any file. They test the first and the last column of the file, and half of the rows match.
 */
import { formatPath } from '@marquetry/schema';
import type { ParquetReader, Where } from 'marquetry';

const everySecond = (path: string): Where => ({
  columns: [path],
  test: (_columns, rowCount, bits) => {
    bits.fill(0b0101_0101, 0, Math.ceil(rowCount / 8));
  },
});

export function filterOf({ schema }: ParquetReader): Where {
  const [first] = schema.leaves;
  const last = schema.leaves.at(-1);
  if (first === undefined || last === undefined) throw new Error('a file without columns');
  const half = everySecond(formatPath(last.path));
  // For a list column, `isNull` tests the list, not its elements.
  return first.maxRepetitionLevel > 0 ? half : { and: [{ path: first.path, test: { isNull: false } }, half] };
}
