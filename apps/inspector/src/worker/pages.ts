/** Lists the pages of a chunk from their headers, and can verify their checksums. */
import { isParquetError } from '@marquetry/core';
import { readExactly } from '@marquetry/file';
import { walkChunk } from '@marquetry/inspect/walk';
import type { LeafNode } from '@marquetry/schema';
import type { Args, PageInfo } from '../protocol.js';
import type { Handler } from './handler.js';
import { readIndexedPages, withIndexed } from './indexed-pages.js';
import { leafAt } from './names.js';
import { createPageDescriber, faultyPage } from './page-info.js';
import type { CurrentSession, Session } from './session.js';

/** Number of pages in each partial result that the worker sends while it is reading a chunk. */
const reportedPages = 64;

interface Listing {
  readonly session: Session;
  readonly leaf: LeafNode;
  readonly asked: Args<'pages'>;
  readonly signal: AbortSignal;
  /** Adds a page. Returns false if no more pages are wanted. */
  add(page: PageInfo): boolean;
}

/**
 * Lists at most `most` pages of a chunk from their headers. If the page index lists more pages than that, returns all
 * the pages in the index instead, without reading headers. If `bodies` is true, also reads the bodies and verifies
 * their checksums.
 */
export function listPages(current: CurrentSession): Handler<'pages'> {
  return async (asked, { signal, part }) => {
    const session = current();
    const leaf = leafAt(session, asked.column);
    if (session.file.encryption !== undefined) await session.file.unlock([leaf], signal);
    const indexed = await readIndexedPages(session, asked.rowGroup, leaf, signal);
    if (indexed.pages.size > asked.most) {
      return { pages: [...indexed.pages.values()], isComplete: false, fault: indexed.fault };
    }
    const pages: PageInfo[] = [];
    let reported = 0;
    const add = (page: PageInfo): boolean => {
      if (pages.length >= asked.most) return false;
      pages.push(withIndexed(page, indexed));
      if (pages.length - reported >= reportedPages) {
        part(pages.slice(reported));
        reported = pages.length;
      }
      return true;
    };
    const listing: Listing = { session, leaf, asked, signal, add };
    try {
      const address = { rowGroup: asked.rowGroup, column: leaf };
      const { secrets, base } = session.file.chunk(address);
      // Only `file.pages` decrypts page headers and finds pages in external files.
      const isEnded = await (secrets !== undefined || base !== 0 ? listRead(listing) : listWalked(listing));
      return { pages, isComplete: isEnded, fault: indexed.fault };
    } catch (error) {
      if (!isParquetError(error)) throw error;
      return { pages, isComplete: true, fault: error.message };
    }
  };
}

/** Lists pages from their headers. Resolves to false if the chunk has more pages than were requested. */
async function listWalked({ session, leaf, asked, signal, add }: Listing): Promise<boolean> {
  const describe = createPageDescriber(session, leaf);
  for await (const part of walkChunk(session.file, { rowGroup: asked.rowGroup, column: leaf }, { signal })) {
    if (part.kind === 'fault') {
      if (!add(faultyPage(part))) return false;
      continue;
    }
    if (part.kind !== 'page') continue;
    const { offset, byteLength, header, headerSize, missingBytes } = part;
    const isRead = asked.bodies && header.crc !== undefined && missingBytes === 0;
    const bodyBytes = byteLength - headerSize;
    const body = isRead ? await readExactly(session.file.source, offset + headerSize, bodyBytes, signal) : undefined;
    if (!add(describe({ fileOffset: offset, byteLength, header, body, missingBytes }))) return false;
  }
  return true;
}

/** Lists pages by reading the whole chunk. Resolves to false if the chunk has more pages than were requested. */
async function listRead({ session, leaf, asked, signal, add }: Listing): Promise<boolean> {
  const describe = createPageDescriber(session, leaf);
  for await (const page of session.file.pages({ rowGroup: asked.rowGroup, column: leaf }, signal)) {
    if (!add(describe(page))) return false;
  }
  return true;
}
