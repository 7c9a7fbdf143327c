/**
 * Decrypts pages with WebCrypto. WebCrypto is asynchronous, so many pages are decrypted at the same time, before they are needed.
 *
 *   window | header | body | header | body | header | body | heade...      each module starts with its length
 *            `------------- decrypted together -----------'
 *
 * The lengths before the modules are not authenticated. So a page that was decrypted early is used only if the headers
 * of the pages before it lead to the same position.
 */
import type { StoredWindow } from '@marquetry/file';
import type { PageHeader } from '@marquetry/metadata';
import { moduleLength } from './cipher.js';
import { lengthBytes, lengthFieldAt } from './modules.js';
import {
  bodyAad,
  type ChunkCipher,
  headerAad,
  type OpenedBody,
  type OpenedHeader,
  openedBody,
  type PageAt,
  type PageOpener,
  storedBody,
} from './page-modules.js';

/** Maximum number of pages to decrypt together, and the number of bytes after which no further page is added. */
const mostPages = 64;
const mostBytes = 2 ** 22;

/** A page that was decrypted before it was needed. */
interface AheadPage {
  readonly header: OpenedHeader;
  /** The decrypted body; undefined if the bytes after the header could not be decrypted as one module. */
  body: OpenedBody | undefined;
}

/** The two modules of a page (header and body), whose bytes are in memory. */
interface SealedPage {
  readonly page: PageAt;
  readonly header: Uint8Array;
  /** The body as stored; undefined if the bytes after the header are not a module. */
  readonly body: Uint8Array | undefined;
}

/**
 * Creates a page opener that decrypts pages before they are needed.
 * @param isPartial True if only some pages of the chunk will be read. Their bodies are then decrypted one at a time.
 */
export function createOpenerAhead(chunk: ChunkCipher, window: StoredWindow, isPartial: boolean): PageOpener {
  const { bodyMode, cipher } = chunk;
  const opened = new Map<number, AheadPage>();
  let lacksBytes = false;
  /** The page whose body is needed but not yet decrypted. The next call of `fetch` decrypts it. */
  let wanted: { readonly page: PageAt; readonly header: PageHeader; readonly start: number } | undefined;

  const bytes = (offset: number, length: number): Uint8Array | undefined => {
    const found = window.bytes(offset, length);
    lacksBytes = found === undefined;
    return found;
  };
  /** Returns the modules of a page; `undefined` if the bytes of its header must be fetched first. */
  const sealedPage = (page: PageAt): SealedPage | undefined => {
    const { end, offset } = page;
    const prefix = bytes(offset, Math.min(lengthBytes, end - offset));
    if (prefix === undefined) return undefined;
    const length = moduleLength(prefix, 0, end - offset, 'gcm');
    const header = bytes(offset, length);
    if (header === undefined) return undefined;
    const start = offset + length;
    const next = isPartial || start + lengthBytes > end ? undefined : window.bytes(start, lengthBytes);
    const bodyLength = next === undefined ? 0 : lengthBytes + lengthFieldAt(next, 0);
    const body = bodyLength === 0 || start + bodyLength > end ? undefined : window.bytes(start, bodyLength);
    return { page, header, body };
  };
  const openPage = async ({ page, header, body }: SealedPage, isFirst: boolean): Promise<void> => {
    try {
      const bodyBytes = body && cipher.open(bodyMode, body, bodyAad(chunk, page)).catch(() => undefined);
      const plain = await cipher.open('gcm', header, headerAad(chunk, page));
      const plainBody = await bodyBytes;
      const found = plainBody && body && { plain: plainBody, stored: body };
      opened.set(page.offset, { header: { bytes: plain, moduleLength: header.length }, body: found });
    } catch (error) {
      if (isFirst) throw error;
    }
  };
  /** Decrypts a page, and the pages after it. */
  const openFrom = async (first: PageAt, aheadEnd: number): Promise<void> => {
    const pages: SealedPage[] = [];
    let byteLength = 0;
    for (let page = first; pages.length < mostPages && byteLength < mostBytes; ) {
      if (pages.length > 0 && page.offset >= Math.min(aheadEnd, page.end)) break;
      let sealed: SealedPage | undefined;
      try {
        sealed = sealedPage(page);
      } catch (error) {
        if (pages.length === 0) throw error;
      }
      if (sealed === undefined) break;
      pages.push(sealed);
      const { body, header } = sealed;
      if (body === undefined) break;
      const size = header.length + body.length;
      byteLength += size;
      page = {
        ...page,
        offset: page.offset + size,
        page: page.isDictionary ? page.page : page.page + 1,
        isDictionary: false,
      };
    }
    await Promise.all(pages.map((page, i) => openPage(page, i === 0)));
  };
  const openWanted = async (page: PageAt, header: PageHeader, start: number): Promise<void> => {
    const whole = bytes(page.offset, start + header.compressedPageSize);
    const entry = opened.get(page.offset);
    if (whole === undefined || entry === undefined) return;
    const body = storedBody(whole.subarray(start), header, bodyMode);
    entry.body = openedBody(body, await cipher.open(bodyMode, body.module, bodyAad(chunk, page)));
  };
  return {
    header: ({ offset }) => opened.get(offset)?.header,
    body: (page, { moduleLength: start }, header) => {
      const found = opened.get(page.offset)?.body;
      if (found !== undefined && found.stored.length === header.compressedPageSize) return found;
      wanted = { page, header, start };
      return undefined;
    },
    fetch: async (page, aheadEnd) => {
      if (lacksBytes) {
        lacksBytes = false;
        await window.fetch();
      }
      const body = wanted;
      wanted = undefined;
      if (body?.page.offset === page.offset) await openWanted(page, body.header, body.start);
      else if (!opened.has(page.offset)) await openFrom(page, aheadEnd);
    },
    delete: ({ offset }) => {
      opened.delete(offset);
    },
    clear: () => {
      opened.clear();
      wanted = undefined;
      lacksBytes = false;
    },
  };
}
