// polars as a writer, on one thread. It writes a polars data frame.
export async function prepare({ path }) {
  const { default: polars } = await import('nodejs-polars');
  const frame = polars.readParquet(path);
  return { run: () => frame.writeParquet({ compression: 'snappy' }), bytes: (bytes) => bytes };
}
