// Configures the site: the sidebar, and a search whose index is built with the pages, so that it needs no service.
import { readFileSync } from 'node:fs';

/** The lists of pages that scripts/site-pages.mjs writes, such as the packages by layer. */
const { packages } = JSON.parse(readFileSync(new URL('../.cache/lists.json', import.meta.url), 'utf8'));

const guides = [
  {
    text: 'Read',
    items: [
      { text: 'From a file to rows', link: '/guides/rows' },
      { text: 'A URL with a token', link: '/guides/url' },
      { text: 'S3 and other object stores', link: '/docs/object-stores' },
      { text: 'Beyond one machine', link: '/docs/scale-out' },
      { text: 'A web page', link: '/guides/web-page' },
      { text: 'Workers', link: '/guides/workers' },
      { text: 'Filtering', link: '/docs/filtering' },
      { text: 'Datasets', link: '/docs/datasets' },
    ],
  },
  {
    text: 'Write',
    items: [
      { text: 'CSV to Parquet', link: '/guides/csv' },
      { text: 'Encrypted files', link: '/guides/encryption' },
    ],
  },
  {
    text: 'Build on it',
    items: [
      { text: 'Scans in a query engine', link: '/guides/engine' },
      { text: 'Your own buffers', link: '/guides/buffers' },
      { text: 'Your own encoding', link: '/docs/plug-ins' },
    ],
  },
  {
    text: 'Coming from',
    items: [
      { text: 'hyparquet', link: '/guides/from-hyparquet' },
      { text: 'parquetjs', link: '/guides/from-parquetjs' },
      { text: 'parquet-wasm', link: '/guides/from-parquet-wasm' },
    ],
  },
];

const background = [
  {
    text: 'The format',
    items: [
      { text: 'Parquet in pictures', link: '/format' },
      { text: 'Types', link: '/docs/types' },
      { text: 'Encodings, type by type', link: '/docs/encoding-matrix' },
      { text: 'Rules and quirks', link: '/docs/format-rules' },
      { text: 'Compatibility with other readers', link: '/docs/interop-write' },
    ],
  },
  {
    text: 'The library',
    items: [
      { text: 'Architecture', link: '/docs/architecture' },
      { text: 'The plug-in contract', link: '/docs/contract' },
      { text: 'Memory', link: '/docs/memory' },
      { text: 'Performance', link: '/docs/performance' },
    ],
  },
  {
    text: 'The project',
    items: [
      { text: 'Versions and support', link: '/docs/versioning' },
      { text: 'Contributing', link: '/docs/contributing' },
      { text: 'Writing', link: '/docs/writing' },
      { text: 'Dependencies', link: '/docs/dependencies' },
      { text: 'Security', link: '/SECURITY' },
      { text: 'Code of conduct', link: '/CODE_OF_CONDUCT' },
    ],
  },
];

const reference = [
  { text: 'Packages', items: packages.map((name) => ({ text: name, link: `/packages/${name}` })) },
  { text: 'Names', items: packages.map((name) => ({ text: name, link: `/reference/${name}` })) },
  { text: 'Command line', items: [{ text: 'marquetry', link: '/packages/cli' }] },
];

/** Turns empty table headings into ordinary cells, because screen readers would announce a heading without a name. */
function emptyHeadings({ tokens }) {
  for (const [i, token] of tokens.entries()) {
    if (token.type !== 'th_open' || tokens[i + 1]?.content !== '') continue;
    token.tag = 'td';
    tokens[i + 2].tag = 'td';
  }
}

// biome-ignore lint/style/noDefaultExport: VitePress reads it
export default {
  title: 'Marquetry',
  description: 'Read and write Apache Parquet files in TypeScript',
  lang: 'en',
  srcDir: '.cache/pages',
  outDir: '.cache/dist',
  cacheDir: '.cache/vite',
  cleanUrls: false,
  // Fail the build for a link to a page that does not exist.
  ignoreDeadLinks: false,
  lastUpdated: false,
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/rows' },
      { text: 'Reference', link: '/packages/marquetry' },
      { text: 'Format', link: '/format' },
      { text: 'Project', link: '/docs/versioning' },
    ],
    sidebar: {
      '/packages/': reference,
      '/reference/': reference,
      '/': [...guides, ...background],
    },
    outline: [2, 3],
    search: { provider: 'local' },
    footer: { message: 'Apache License 2.0' },
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => md.core.ruler.push('empty-headings', emptyHeadings),
  },
};
