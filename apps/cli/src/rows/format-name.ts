/** The names of the row formats. They are apart from the formats, so that the help loads only the names. */
export const formatNames = ['table', 'json', 'ndjson', 'csv', 'md', 'arrow'] as const;
export type FormatName = (typeof formatNames)[number];
export type TextFormatName = Exclude<FormatName, 'arrow'>;

/** True if the format writes one JSON object per line. */
export function isJson(name: FormatName): boolean {
  return name === 'json' || name === 'ndjson';
}

/** Formats by file extension. */
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

/** The format that a file's extension stands for; undefined if there is none. */
export function formatOfPath(path: string | undefined): FormatName | undefined {
  const ending = path === undefined ? undefined : /\.(?<ending>[a-z]+)$/i.exec(path)?.groups?.['ending'];
  return ending === undefined ? undefined : byEnding[ending.toLowerCase()];
}
