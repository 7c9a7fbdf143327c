/** Explains the uncompressed body of a page: levels, then values. */
import { EncodingId, isParquetError, nameOf, PageType, ParquetError } from '@marquetry/core';
import type { StoredPage } from '@marquetry/file';
import { layoutOf } from './encodings/table.js';
import type { ExplainOptions } from './explained-page.js';
import type { FieldList } from './field-list.js';
import { type ExplainedLevels, explainLevels } from './levels.js';
import { counted, createValueText } from './texts.js';

/** The explained levels of a page; undefined until they have been read. */
export interface PageLevels {
  repetition: ExplainedLevels | undefined;
  definition: ExplainedLevels | undefined;
}

/** Adds the fields of a page body that extends from the position of `list` to its end. */
export function explainBody(list: FieldList, page: StoredPage, options: ExplainOptions, levels: PageLevels): void {
  const { type, dictionaryPageHeader, dataPageHeader, dataPageHeaderV2 } = page.header;
  const header = type === PageType.DATA_PAGE_V2 ? dataPageHeaderV2 : dataPageHeader;
  if (dictionaryPageHeader !== undefined) {
    const { numValues, encoding } = dictionaryPageHeader;
    list.group('values', 'dictionary entries', (inner) => {
      if (encoding !== EncodingId.PLAIN && encoding !== EncodingId.PLAIN_DICTIONARY) {
        throw new ParquetError('UNSUPPORTED', `a dictionary page must be encoded as PLAIN, got ${labelOf(encoding)}`);
      }
      explainValues(inner, page, EncodingId.PLAIN, numValues, options);
    });
  } else if (header === undefined) {
    list.rest('unknown', 'page body', `Readers skip pages of type ${nameOf(PageType, type)} (${type}).`);
  } else {
    explainPageLevels(list, page, levels);
    const count = levels.definition?.counted ?? 0;
    list.group('values', 'values', (inner) => explainValues(inner, page, header.encoding, count, options));
  }
}

/** Adds the fields of a data page's levels to `list`, and stores the runs and counts of the levels in `levels`. */
export function explainPageLevels(list: FieldList, { header, location }: StoredPage, levels: PageLevels): void {
  const { maxRepetitionLevel, maxDefinitionLevel } = location.leaf;
  const v1 = header.type === PageType.DATA_PAGE ? header.dataPageHeader : undefined;
  const v2 = v1 === undefined ? header.dataPageHeaderV2 : undefined;
  const slotCount = v1?.numValues ?? v2?.numValues ?? 0;
  if (v2 !== undefined) {
    const size = v2.repetitionLevelsByteLength + v2.definitionLevelsByteLength;
    const room = list.end - list.position;
    if (size > room) throw new ParquetError('CORRUPT', `levels of ${size} bytes do not fit in a body of ${room} bytes`);
  }
  list.share(1 / 4, () => {
    const encoding = v1?.repetitionLevelEncoding ?? EncodingId.RLE;
    const byteLength = v2?.repetitionLevelsByteLength;
    const section = { kind: 'repetition', encoding, maxLevel: maxRepetitionLevel, slotCount, byteLength } as const;
    levels.repetition = explainLevels(list, section);
  });
  list.share(1 / 3, () => {
    const encoding = v1?.definitionLevelEncoding ?? EncodingId.RLE;
    const byteLength = v2?.definitionLevelsByteLength;
    const section = { kind: 'definition', encoding, maxLevel: maxDefinitionLevel, slotCount, byteLength } as const;
    levels.definition = explainLevels(list, section);
  });
  if (v2 === undefined) return;
  const nulls = slotCount - (levels.definition?.counted ?? slotCount);
  const rows = levels.repetition?.counted;
  // Not checked for repeated columns, because some writers count empty lists as nulls and others do not.
  if (maxRepetitionLevel === 0 && v2.numNulls !== nulls) {
    list.note(new ParquetError('CORRUPT', `the page header states ${v2.numNulls} nulls, but the levels have ${nulls}`));
  }
  if (v2.numRows !== rows) {
    list.note(new ParquetError('CORRUPT', `the page header states ${v2.numRows} rows, but the levels have ${rows}`));
  }
}

function explainValues(
  list: FieldList,
  page: StoredPage,
  encoding: number,
  count: number,
  options: ExplainOptions,
): void {
  const { leaf } = page.location;
  const name = labelOf(encoding);
  list.value = counted(count, 'value');
  list.meaning = `Encoded as ${name}.`;
  const known = layoutOf(encoding, name, leaf);
  if (known === undefined) {
    list.rest('unknown', 'encoded values', unknownEncoding(encoding, page, options));
    return;
  }
  list.meaning += ` ${known.words}`;
  known.layout(list, { leaf, count, text: createValueText(leaf), dictionary: options.dictionary });
  list.rest('unknown', 'unused bytes', 'Bytes after the last value: readers ignore them.');
}

function unknownEncoding(encoding: number, { location: { leaf } }: StoredPage, { encodings }: ExplainOptions): string {
  const known = encodings.find(encoding);
  if (known !== undefined) return `Only the plug-in for ${known.name} (${encoding}) knows the meaning of these bytes.`;
  try {
    encodings.resolve(encoding, leaf);
  } catch (error) {
    if (isParquetError(error)) return error.reason;
    throw error;
  }
  return '';
}

function labelOf(encoding: number): string {
  return `${nameOf(EncodingId, encoding)} (${encoding})`;
}
