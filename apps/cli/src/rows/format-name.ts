/** The names of the row formats. They are in a separate file, so that printing the help does not load the formats. */
export const formatNames = ['table', 'json', 'ndjson', 'csv', 'md', 'arrow'] as const;
export type FormatName = (typeof formatNames)[number];
export type TextFormatName = Exclude<FormatName, 'arrow'>;

/** True if the format writes one JSON object per line. */
export function isJson(name: FormatName): boolean {
  return name === 'json' || name === 'ndjson';
}

/** The format for each file extension. */
const byEnding: Readonly<Record<string, FormatName>> = {
  txt: 'table',
  json: 'json',
  jsonl: 'json',
  ndjson: 'ndjson',
  csv: 'csv',
  md: 'md',
  arrow: 'arrow',
  feather: 'arrow',
};

/** Returns the format for a path's extension; undefined if there is no format for it. */
export function formatOfPath(path: string | undefined): FormatName | undefined {
  const ending = path === undefined ? undefined : /\.(?<ending>[a-z]+)$/i.exec(path)?.groups?.['ending'];
  return ending === undefined ? undefined : byEnding[ending.toLowerCase()];
}
