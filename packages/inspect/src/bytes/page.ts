/**
 * Explains a page: header, levels, values.
 *
 *   v1   header | codec( repetition levels | definition levels | values )
 *   v2   header | repetition levels | definition levels | codec( values )
 */
import { defaultLimits, PageType, ParquetError } from '@marquetry/core';
import type { StoredPage } from '@marquetry/file';
import { crc32 } from '@marquetry/page';
import { explainBody, explainPageLevels, type PageLevels } from './body.js';
import type { ExplainedPage, ExplainOptions } from './explained-page.js';
import { type Explaining, explainBytes, type FieldList } from './field-list.js';
import { noLevels } from './levels.js';
import { startExplaining } from './metadata.js';
import { counted } from './texts.js';
import { explainStructFields, type ThriftNotes } from './thrift/walk.js';
import { levelBytesOf, type Unpacked, unpack } from './unpack.js';

/**
 * Explains the bytes of a page. Invalid bytes never throw: they become a field of the kind `fault`, and the bytes after them a field of the kind
 * `unknown`. The time taken depends on the number of fields returned, and on the number of bytes before the first one.
 * Fixed-width values before it take no time. Blocks the event loop while it decompresses the page.
 * @param page A page from `file.pages`. The result may alias its bytes.
 * @throws Errors from the `prepare` function of the codec, such as a network error.
 */
export async function explainPage(page: StoredPage, options: ExplainOptions): Promise<ExplainedPage> {
  const { header, headerBytes, body, location, fileOffset } = page;
  const { limits = defaultLimits, mostFields, from = 0 } = options;
  const { leaf, secrets } = location;
  const levels: PageLevels = { repetition: undefined, definition: undefined };
  const unpacked = await unpack(page, options, limits);
  const checksum = checksumOf(page);
  const to = startExplaining(joined(headerBytes, body), mostFields);

  // The decrypted bytes of an encrypted page differ from the bytes in the file.
  const stored = explainBytes(to, secrets === undefined ? fileOffset : undefined, (root) => {
    const notes: ThriftNotes = { limits, leaf, check: headerCheck(page, checksum, unpacked) };
    const build = (list: FieldList): void => {
      explainStructFields(list, 'PageHeader', notes);
      list.rest('unknown', 'unread bytes', 'Bytes after the header.');
    };
    root.group('thrift', 'PageHeader', build, headerBytes.length);
    to.from = from + headerBytes.length;
    if (unpacked.kind === 'plain') explainBody(root, page, options, levels);
    else explainPacked(root, page, unpacked, levels);
  });

  let inner: Explaining | undefined;
  let decompressed: ExplainedPage['decompressed'];
  if (unpacked.kind === 'unpacked') {
    inner = startExplaining(unpacked.bytes, mostFields, from);
    decompressed = explainBytes(inner, undefined, (root) => explainBody(root, page, options, levels));
  }
  const none = noLevels(0).runs;
  return {
    stored,
    decompressed,
    checksum,
    levelRuns: { repetition: levels.repetition?.runs ?? none, definition: levels.definition?.runs ?? none },
    valueCount: header.dictionaryPageHeader?.numValues ?? levels.definition?.counted,
    fault: to.fault ?? inner?.fault,
  };
}

/** Adds the fields of a compressed body. */
function explainPacked(
  root: FieldList,
  page: StoredPage,
  unpacked: Exclude<Unpacked, { kind: 'plain' }>,
  levels: PageLevels,
): void {
  const { header } = page;
  const levelBytes = levelBytesOf(page);
  if (unpacked.kind === 'fault') {
    // The levels of a v2 page are not compressed, so they can still be read.
    if (header.type === PageType.DATA_PAGE_V2) explainPageLevels(root, page, levels);
    if (unpacked.error.code !== 'UNSUPPORTED') throw unpacked.error;
    root.to.fault ??= unpacked.error;
    root.rest('compressed', 'compressed body', unpacked.error.reason);
    return;
  }
  const { dataPageHeaderV2: v2 } = header;
  if (levelBytes > 0 && v2 !== undefined) {
    const meaning = 'Not compressed.';
    const sizes = [v2.repetitionLevelsByteLength, v2.definitionLevelsByteLength] as const;
    if (sizes[0] > 0) root.leaf(root.position + sizes[0], 'levels', 'repetition levels', undefined, meaning);
    if (sizes[1] > 0) root.leaf(root.position + sizes[1], 'levels', 'definition levels', undefined, meaning);
  }
  const size = unpacked.bytes.length - levelBytes;
  const packedSize = root.end - root.position;
  const share = size === 0 ? '' : `, ${Math.round((100 * packedSize) / size)} % of their size`;
  const meaning = `${counted(size, 'byte')}, compressed by ${unpacked.codec} to ${counted(packedSize, 'byte')}${share}.`;
  root.rest('compressed', levelBytes > 0 ? 'compressed values' : 'compressed body', meaning);
}

function checksumOf({ header: { crc }, body }: StoredPage): ExplainedPage['checksum'] {
  if (crc === undefined) return 'absent';
  return crc32(body) === (crc | 0) ? 'right' : 'wrong';
}

/** Returns a function that checks the sizes and the checksum in a page header against the page body. */
function headerCheck(
  { header, body }: StoredPage,
  checksum: ExplainedPage['checksum'],
  { kind }: Unpacked,
): ThriftNotes['check'] {
  const { type } = header;
  const hasLayout = type === PageType.DATA_PAGE || type === PageType.DATA_PAGE_V2 || type === PageType.DICTIONARY_PAGE;
  return (name, value) => {
    if (name === 'crc') {
      if (checksum === 'right') return 'The checksum of the page body matches this value.';
      const actual = (crc32(body) >>> 0).toString(16).padStart(8, '0');
      return new ParquetError('CORRUPT', `the page's checksum is ${actual}, but the header states a different one`);
    }
    if (name === 'compressed_page_size' && value !== body.length) {
      return new ParquetError('TRUNCATED', `the body has ${body.length} bytes, but the header states ${value}`);
    }
    if (name === 'uncompressed_page_size' && kind === 'plain' && hasLayout && value !== body.length) {
      const reason = `${body.length} bytes are stored uncompressed, but the header states ${value}`;
      return new ParquetError('CORRUPT', reason);
    }
    return undefined;
  };
}

/** Returns `head` followed by `body`: a view if they are adjacent in memory, otherwise a copy. */
function joined(head: Uint8Array, body: Uint8Array): Uint8Array {
  const length = head.length + body.length;
  if (head.buffer === body.buffer && head.byteOffset + head.length === body.byteOffset) {
    return new Uint8Array(head.buffer, head.byteOffset, length);
  }
  const bytes = new Uint8Array(length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}
