// polars as a reader, on one thread, from disk.
export async function prepare({ path, form }) {
  const { default: polars } = await import('nodejs-polars');
  if (form === 'open') {
    return { run: () => polars.readParquet(path, { nRows: 0 }), rowCount: () => undefined };
  }
  const read = () => polars.readParquet(path);
  if (form === 'strings') {
    const run = () => {
      const frame = read();
      return frame.columns.map((name) => frame.getColumn(name).toArray());
    };
    return { run, rowCount: ([first]) => first.length };
  }
  return { run: read, rowCount: (frame) => frame.height };
}
