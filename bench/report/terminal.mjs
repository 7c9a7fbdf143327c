// Formats rows of a table for a terminal.

/** Pads cells to the given widths: the first is aligned left, the others right. */
export const row = (cells, widths) =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' ');
