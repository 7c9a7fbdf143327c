// The workloads and their floors (required speeds). A floor compares medians from one run: `of` is a form of
// Marquetry's result, `kernels` a kernel set (`best`, the default, is the fastest), `to` a peer, and `atLeast` the
// required multiple of the peer's speed.

const dictionary = (table, codec = 'snappy') => ({ table, layout: 'dictionary', codec });
const v2 = (table, codec) => ({ table, layout: 'v2', codec });
const nativePeers = ['duckdb', 'duckdb:chunks', 'polars'];
const typedPeers = ['parquet-wasm', ...nativePeers, 'hyparquet'];
const wasm = (of, kernels, atLeast) => ({ of, kernels, to: 'parquet-wasm', atLeast });
const aim = (of, to, atLeast = 1) => ({ of, to, atLeast });

/** Workloads that read whole in-memory files into columns. */
const reading = [
  {
    name: 'lineitem-snappy',
    title: 'lineitem, pages v1, SNAPPY',
    file: dictionary('lineitem'),
    forms: ['flat', 'typed'],
    floors: [wasm('flat', 'js', 1.2), wasm('flat', 'simd', 1.7)],
    aim: aim('flat', 'polars'),
  },
  {
    name: 'lineitem-zstd',
    title: 'lineitem, pages v2, ZSTD',
    file: v2('lineitem', 'zstd'),
    forms: ['flat', 'typed'],
    floors: [wasm('flat', 'simd', 2)],
    aim: aim('flat', 'duckdb'),
  },
  {
    name: 'ints-delta',
    title: 'integers, DELTA_BINARY_PACKED',
    file: v2('ints', 'none'),
    forms: ['flat'],
    floors: [wasm('flat', 'js', 1.2), wasm('flat', 'simd', 1.7)],
    aim: aim('flat', 'duckdb'),
  },
  {
    name: 'doubles-split',
    title: 'doubles, BYTE_STREAM_SPLIT',
    file: v2('doubles', 'none'),
    forms: ['flat'],
    floors: [wasm('flat', 'simd', 2.5)],
    aim: aim('flat', 'duckdb'),
  },
  {
    name: 'few-strings',
    title: 'few distinct strings, SNAPPY',
    file: dictionary('fewStrings'),
    forms: ['typed', 'flat'],
    floors: [wasm('typed', 'best', 4), wasm('flat', 'best', 1.5)],
    aim: aim('flat', 'polars'),
  },
  ...[
    ['plain', 'PLAIN'],
    ['v2', 'DELTA_LENGTH_BYTE_ARRAY'],
    ['deltaByteArray', 'DELTA_BYTE_ARRAY'],
  ].map(([layout, encoding]) => ({
    name: `urls-${encoding.toLowerCase().replaceAll('_', '-')}`,
    title: `URLs, ${encoding}, SNAPPY`,
    file: { table: 'urls', layout, codec: 'snappy' },
    forms: ['flat'],
    floors: [wasm('flat', 'js', 0.75), wasm('flat', 'simd', 1.3)],
    aim: aim('flat', 'polars'),
  })),
  {
    name: 'nulls',
    title: '30 % nulls, SNAPPY',
    file: dictionary('nullable'),
    forms: ['spaced', 'typed'],
    floors: [wasm('spaced', 'best', 2), wasm('typed', 'best', 4)],
    aim: aim('spaced', 'polars'),
  },
  {
    name: 'nested',
    title: 'nested: lists, lists of structs, maps, SNAPPY',
    file: dictionary('nested'),
    forms: ['flat', 'typed'],
    floors: [wasm('flat', 'best', 1.5)],
    aim: aim('flat', 'polars', 1.2),
  },
  {
    name: 'columns-1000',
    title: '1,000 columns, SNAPPY',
    file: dictionary('columns1000'),
    forms: ['flat', 'typed'],
    floors: [wasm('flat', 'best', 1)],
    aim: aim('flat', 'duckdb'),
  },
  {
    name: 'row-groups',
    title: 'many row groups (977 in the full table), SNAPPY',
    file: dictionary('rowGroups'),
    forms: ['flat', 'typed'],
    floors: [wasm('flat', 'best', 1)],
    aim: aim('flat', 'duckdb'),
  },
  {
    name: 'columns-10000',
    title: '10,000 columns, SNAPPY',
    file: dictionary('columns10000'),
    forms: ['flat', 'typed'],
    // Measure DuckDB only once, because it takes seconds to plan a query over thousands of columns.
    peers: ['parquet-wasm', 'duckdb', 'polars', 'hyparquet'],
    floors: [wasm('flat', 'best', 4)],
    aim: aim('flat', 'parquet-wasm', 8),
  },
  {
    name: 'pages-10000',
    title: '10,000 pages per chunk, checksums not compared',
    file: { table: 'pages', layout: 'plain', codec: 'snappy' },
    forms: ['unverified', 'flat'],
    floors: [wasm('unverified', 'best', 0.6)],
    aim: aim('unverified', 'parquet-wasm'),
  },
  {
    name: 'flights',
    title: 'flights-3m.parquet, a public file',
    file: { table: 'flights' },
    forms: ['flat', 'typed'],
  },
].map((workload) => ({ kind: 'read', peers: typedPeers, ...workload }));

/** Workloads that read files into JavaScript values. */
const values = [
  {
    name: 'js-strings',
    title: 'few distinct strings to JS strings',
    file: dictionary('fewStrings'),
    forms: ['strings'],
    peers: ['hyparquet:strings', 'parquet-wasm:strings', 'duckdb:strings', 'polars:strings'],
    floors: [{ of: 'strings', kernels: 'best', to: 'hyparquet:strings', atLeast: 2 }],
  },
  {
    name: 'rows',
    title: 'nested columns to row objects',
    file: dictionary('nested'),
    forms: ['rows'],
    peers: ['hyparquet:rows'],
    floors: [{ of: 'rows', kernels: 'best', to: 'hyparquet:rows', atLeast: 5 }],
  },
].map((workload) => ({ kind: 'read', ...workload }));

const opening = [
  {
    kind: 'open',
    name: 'footer',
    title: 'opening a footer of 19,540 chunks',
    file: dictionary('footer'),
    forms: ['open'],
    peers: ['parquet-wasm:open', 'duckdb:open', 'polars:open', 'hyparquet:open'],
    floors: [
      { of: 'open', kernels: 'best', to: 'parquet-wasm:open', atLeast: 1, by: 'median' },
      { of: 'open', kernels: 'best', to: 'parquet-wasm:open', atLeast: 1, by: 'mean' },
      { of: 'open', kernels: 'best', to: 'parquet-wasm:open', atLeast: 0.5, by: 'afterCollection' },
    ],
    aim: aim('open', 'polars:open'),
  },
];

/**
 * Workloads that write a whole file, compressed with SNAPPY. Each library gets its input in the form that its users
 * usually have.
 */
const writing = [
  {
    name: 'write-lineitem',
    title: 'write lineitem',
    table: 'lineitem',
    forms: ['typed', 'streaming'],
    peers: ['parquet-wasm', 'duckdb', 'polars', 'hyparquet-writer'],
    floors: [
      wasm('typed', 'best', 1.3),
      { of: 'typed', kernels: 'best', to: 'duckdb', atMost: 1.03, by: 'bytes' },
      { of: 'streaming', kernels: 'best', to: 'hyparquet-writer', atMost: 0.33, by: 'peak' },
    ],
    aim: aim('typed', 'duckdb'),
  },
  {
    name: 'write-ints',
    title: 'write integers',
    table: 'ints1m',
    forms: ['typed'],
    peers: ['parquet-wasm', 'duckdb', 'polars', 'hyparquet-writer'],
    floors: [wasm('typed', 'best', 1.3)],
    aim: aim('typed', 'duckdb'),
  },
  {
    name: 'write-nested',
    title: 'write nested',
    table: 'nested',
    forms: ['typed'],
    peers: ['parquet-wasm', 'duckdb', 'polars'],
    floors: [wasm('typed', 'best', 1.2)],
    aim: aim('typed', 'duckdb'),
  },
  {
    name: 'write-strings',
    title: 'write lineitem from JS strings',
    table: 'lineitem',
    forms: ['strings'],
    peers: ['hyparquet-writer'],
    floors: [{ of: 'strings', kernels: 'best', to: 'hyparquet-writer', atLeast: 3 }],
    aim: aim('strings', 'hyparquet-writer', 4.5),
  },
].map(({ table, ...workload }) => ({ kind: 'write', file: { table, layout: 'plain', codec: 'none' }, ...workload }));

/**
 * Workloads that read row groups in one or two workers. Only wall time is measured, because processor time would count the work of all
 * workers.
 */
const parallel = [
  {
    kind: 'read',
    name: 'workers',
    title: 'lineitem 6M: two workers compared with one',
    needs: 'parallel',
    isFullOnly: true,
    library: 'parallel',
    sets: ['default'],
    clock: 'wall',
    file: dictionary('lineitem6m'),
    forms: ['0', '1', '2'],
    peers: [],
    floors: [{ of: '2', kernels: 'best', toOwn: '1', atLeast: 1.6 }],
    aim: { of: '2', toOwn: '1', atLeast: 1.9 },
  },
];

const startUp = [
  { kind: 'start-up', name: 'start-up', title: 'start-up', file: dictionary('lineitem'), forms: [], peers: [] },
];

export const workloads = [...reading, ...values, ...opening, ...writing, ...parallel, ...startUp];

/** Returns the workloads whose names start with an entry of the list `names`; without a list, all workloads. */
export function chooseWorkloads(names) {
  if (names === undefined) return workloads;
  return names.flatMap((name) => workloads.filter((workload) => workload.name.startsWith(name)));
}
