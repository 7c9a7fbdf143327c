// The names of readers and writers in a report.
const libraries = {
  marquetry: 'Marquetry',
  parallel: 'Marquetry, workers:',
  'parquet-wasm': 'parquet-wasm',
  duckdb: 'DuckDB',
  polars: 'polars',
  hyparquet: 'hyparquet',
  'hyparquet-writer': 'hyparquet-writer',
};
const kernels = { js: 'JS', simd: 'SIMD', default: 'default kernels' };

/** Returns the name of a reader or writer: "Marquetry flat, JS" for `marquetry:flat:js`. */
export function nameOf(id) {
  const [library, form, set] = id.split(':');
  if (library === 'duckdb' && form === 'chunks') return 'DuckDB to JS';
  const shown = form === undefined || form === 'open' ? libraries[library] : `${libraries[library]} ${form}`;
  return set === undefined ? shown : `${shown}, ${kernels[set]}`;
}

/**
 * Returns the name of a reader or writer without the form, such as "Marquetry, JS". Each such name has one color in a
 * chart.
 */
export function seriesOf(id) {
  const [library, form, set] = id.split(':');
  if (library === 'marquetry') return `Marquetry, ${kernels[set]}`;
  if (library === 'duckdb') return form === 'chunks' ? 'DuckDB to JS' : 'DuckDB';
  return libraries[library];
}
