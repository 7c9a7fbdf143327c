// How readers and writers are called in a report.
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

/** Readers and writers: `marquetry:flat:js` is "Marquetry flat, JS". */
export function nameOf(id) {
  const [library, form, set] = id.split(':');
  if (library === 'duckdb' && form === 'chunks') return 'DuckDB to JS';
  const shown = form === undefined || form === 'open' ? libraries[library] : `${libraries[library]} ${form}`;
  return set === undefined ? shown : `${shown}, ${kernels[set]}`;
}

/** The name without the form: one colour of a chart. */
export function seriesOf(id) {
  const [library, form, set] = id.split(':');
  if (library === 'marquetry') return `Marquetry, ${kernels[set]}`;
  if (library === 'duckdb') return form === 'chunks' ? 'DuckDB to JS' : 'DuckDB';
  return libraries[library];
}
