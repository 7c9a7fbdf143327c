/**
 * Converts text files (CSV, NDJSON and JSON) to typed columns, in bounded memory.
 */
export type { BadRow, BadRowOptions } from './bad-rows.js';
export { openCsv } from './csv/open-csv.js';
export type { CsvOptions } from './csv/options.js';
export type { TextBytes, TextFile, TextInput } from './input/text-input.js';
export { openJson } from './json/open-json.js';
export type { ReadProgress } from './progress.js';
export type { TextOptions } from './text-options.js';
export type { TextTable } from './text-table.js';
