/** Decrypts pages with `node:crypto`, one at a time and synchronously. */
import type { StoredWindow } from '@marquetry/file';
import { type ModuleCipherNow, moduleLength } from './cipher.js';
import { lengthBytes } from './modules.js';
import { bodyAad, type ChunkCipher, headerAad, openedBody, type PageOpener, storedBody } from './page-modules.js';

export function createOpenerNow(chunk: ChunkCipher, now: ModuleCipherNow, window: StoredWindow): PageOpener {
  return {
    header: (page) => {
      const { end, offset } = page;
      const available = end - offset;
      const prefix = window.bytes(offset, Math.min(lengthBytes, available));
      if (prefix === undefined) return undefined;
      const length = moduleLength(prefix, 0, available, 'gcm');
      const module = window.bytes(offset, length);
      if (module === undefined) return undefined;
      return { bytes: now.open('gcm', module, headerAad(chunk, page)), moduleLength: length };
    },
    body: (page, { moduleLength: start }, header) => {
      // Header and body are requested together: if they must be fetched first, the header is read again afterwards.
      const bytes = window.bytes(page.offset, start + header.compressedPageSize);
      if (bytes === undefined) return undefined;
      const body = storedBody(bytes.subarray(start), header, chunk.bodyMode);
      return openedBody(body, now.open(chunk.bodyMode, body.module, bodyAad(chunk, page)));
    },
    fetch: () => window.fetch(),
    delete: () => {},
    clear: () => {},
  };
}
