/**
 * The names of the formats, apart from the formats: the option that takes one needs no more.
 */
export const formatNames = ['table', 'json', 'ndjson', 'csv', 'md', 'arrow'] as const;
export type FormatName = (typeof formatNames)[number];
export type TextFormatName = Exclude<FormatName, 'arrow'>;

/** Whether the format writes one JSON object per line. */
export function isJson(name: FormatName): boolean {
  return name === 'json' || name === 'ndjson';
}

/** Formats by the ending of a file's name. */
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

/** The format that the name of a file asks for, if it does. */
export function formatOfPath(path: string | undefined): FormatName | undefined {
  const ending = path === undefined ? undefined : /\.(?<ending>[a-z]+)$/i.exec(path)?.groups?.['ending'];
  return ending === undefined ? undefined : byEnding[ending.toLowerCase()];
}
