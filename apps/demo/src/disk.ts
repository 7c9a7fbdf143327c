/**
 * A byte source that reads a file on disk.
 */
import { open } from 'node:fs/promises';
import type { ByteSource } from 'marquetry';

export async function diskSource(path: string): Promise<ByteSource> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    byteLength: size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(length);
      for (let filled = 0; filled < length; ) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) throw new Error(`the file was truncated while it was read: ${path}`);
        filled += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}
