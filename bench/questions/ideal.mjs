// Computes the bytes that a filtered read must fetch: the footer, the indexes of its columns, the pages of its predicate columns that
// indexes do not exclude, and the pages of its output columns that have a matching row.
const overlaps = (ranges, from, to) => ranges.some(([start, end]) => start < to && from < end);

export async function idealBytes(file, { where, columns, left, rows }) {
  const { rowGroups } = file.metadata;
  const filters = Object.keys(where);
  let bytes = file.footer.byteLength + 8;
  let start = 0;
  for (const [rowGroup, { numRows }] of rowGroups.entries()) {
    const inGroup = (ranges) =>
      ranges.flatMap(([from, to]) => {
        const range = [Math.max(from - start, 0), Math.min(to - start, numRows)];
        return range[0] < range[1] ? [range] : [];
      });
    const [leftHere, rowsHere] = [inGroup(left), inGroup(rows)];
    start += numRows;
    if (leftHere.length === 0) continue;
    for (const column of new Set([...filters, ...columns])) {
      const address = { rowGroup, column };
      const { chunk, metaData } = file.chunk(address);
      const { pageLocations } = await file.offsetIndex(address);
      const isFilter = filters.includes(column);
      bytes += chunk.offsetIndexLength + (isFilter ? chunk.columnIndexLength : 0);
      const wanted = isFilter ? leftHere : rowsHere;
      const [first] = pageLocations;
      const pages = pageLocations.filter(({ firstRowIndex }, i) =>
        overlaps(wanted, firstRowIndex, pageLocations[i + 1]?.firstRowIndex ?? numRows),
      );
      bytes += pages.reduce((sum, { compressedPageSize }) => sum + compressedPageSize, 0);
      if (pages.length > 0) bytes += first.offset - (metaData.dictionaryPageOffset ?? first.offset);
    }
  }
  return bytes;
}
