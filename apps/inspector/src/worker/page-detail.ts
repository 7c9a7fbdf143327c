/** Describes one page: its header, levels and first values, and the meaning of its bytes. */
import { CodecId, isParquetError, type Nulls, ParquetError, type Values } from '@marquetry/core';
import { readExactly, type StoredPage } from '@marquetry/file';
import { explainPage, explainStruct } from '@marquetry/inspect/bytes';
import { createTextWriter } from '@marquetry/json';
import { isDataPage, openPage } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import type { BytesInfo, PageDetail } from '../protocol.js';
import type { Handler } from './handler.js';
import { readIndexedPages, withIndexed } from './indexed-pages.js';
import { leafAt } from './names.js';
import { createPageDescriber, placedPage } from './page-info.js';
import type { CurrentSession, Session } from './session.js';

/** Maximum number of a page's first values to show. */
const shownValues = 200;

export function pageDetail(current: CurrentSession): Handler<'page'> {
  return async ({ rowGroup, column, offset, from }, { signal }) => {
    const session = current();
    const leaf = leafAt(session, column);
    if (session.file.encryption !== undefined) await session.file.unlock([leaf], signal);
    let page: StoredPage;
    try {
      page = await pageAt(session, rowGroup, leaf, offset, signal);
    } catch (error) {
      if (!isParquetError(error)) throw error;
      return unreadablePage(session, offset, error, signal);
    }
    const { codecs, encodings, file } = session;
    const codec = codecs.find(page.location.metaData.codec);
    await codec?.prepare?.();
    const isDictionary = !isDataPage(page.header);
    const dictionary = isDictionary
      ? undefined
      : await file.dictionary({ rowGroup, column: leaf }, signal).catch(() => undefined);
    const explained = await explainPage(page, { encodings, codecs, limits: file.limits, dictionary, from });
    const parts: BytesInfo[] = [{ title: 'As stored', ...explained.stored }];
    if (explained.decompressed !== undefined) parts.push({ title: 'Decompressed', ...explained.decompressed });
    return {
      page: withIndexed(
        createPageDescriber(session, leaf)(page),
        await readIndexedPages(session, rowGroup, leaf, signal),
      ),
      levelRuns: explained.levelRuns,
      ...firstValues(session, leaf, page, dictionary),
      parts,
      fault: explained.fault?.message,
    };
  };
}

/** Maximum number of bytes to show where no page can be read. */
const mostUnreadable = 2 ** 14;

/** Describes the bytes at an offset where a page should start, and the error in its header. */
async function unreadablePage(
  { file }: Session,
  offset: number,
  error: ParquetError,
  signal: AbortSignal,
): Promise<PageDetail> {
  const { source, limits, footer } = file;
  if (offset >= source.byteLength) throw error;
  const end = offset < footer.offset ? footer.offset : source.byteLength;
  const length = Math.min(mostUnreadable, end - offset);
  const bytes = await readExactly(source, offset, length, signal);
  const none = { runs: [], omitted: 0 };
  return {
    page: { ...placedPage(offset, length), fault: error.message },
    levelRuns: { repetition: none, definition: none },
    firstValues: [],
    valuesFault: undefined,
    parts: [{ title: 'As stored', ...explainStruct(bytes, offset, 'PageHeader', { limits }) }],
    fault: undefined,
  };
}

async function pageAt(
  { file }: Session,
  rowGroup: number,
  leaf: LeafNode,
  offset: number,
  signal: AbortSignal,
): Promise<StoredPage> {
  const within = { start: offset, end: offset + 1 };
  for await (const page of file.pages({ rowGroup, column: leaf }, signal, within)) return page;
  throw new ParquetError('INVALID_ARGUMENT', `no page starts at file offset ${offset}`);
}

type FirstValues = { readonly firstValues: readonly (string | null)[]; readonly valuesFault: string | undefined };

function firstValues(
  session: Session,
  leaf: LeafNode,
  page: StoredPage,
  dictionary: Awaited<ReturnType<Session['file']['dictionary']>>,
): FirstValues {
  if (!isDataPage(page.header)) return { firstValues: [], valuesFault: undefined };
  const { codec: id } = page.location.metaData;
  try {
    const codec = id === CodecId.UNCOMPRESSED ? undefined : session.codecs.resolve(id);
    const data = openPage({
      header: page.header,
      body: page.body,
      column: leaf,
      encodings: session.encodings,
      codec,
      dictionary,
      limits: session.file.limits,
      verifyChecksums: false,
    });
    const slots = Math.min(shownValues, data.slotCount);
    const hasValue = presenceOf(data.nulls, leaf);
    let needed = 0;
    for (let slot = 0; slot < slots; slot++) if (hasValue(slot)) needed++;
    const values: Values = data.values().read(Math.min(needed, data.valueCount));
    const write = createTextWriter(leaf)(values);
    let next = 0;
    const texts = Array.from({ length: slots }, (_, slot) => (hasValue(slot) ? write(next++) : null));
    return { firstValues: texts, valuesFault: undefined };
  } catch (error) {
    return { firstValues: [], valuesFault: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns a function that returns true for slots with a value, and false for slots of nulls and empty lists. */
function presenceOf(nulls: Nulls, leaf: LeafNode): (slot: number) => boolean {
  switch (nulls.kind) {
    case 'none':
      return () => true;
    case 'bitmap':
      return (slot) => (((nulls.bits[slot >> 3] as number) >> (slot & 7)) & 1) === 1;
    case 'levels':
      return (slot) => nulls.definition[slot] === leaf.maxDefinitionLevel;
  }
}
