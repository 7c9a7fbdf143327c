/** The first and last bytes of a file that cannot be opened. */
import { readExactly } from '@marquetry/file';
import type { BytesInfo } from '../protocol.js';
import type { Handler } from './handler.js';
import { openInput } from './open-input.js';

/** Number of bytes at each end. */
const endBytes = 1024;

export const readEnds: Handler<'ends'> = async ({ input }, { signal }) => {
  const source = await openInput(input, signal);
  const { byteLength } = source;
  const part = async (title: string, from: number, to: number): Promise<BytesInfo> => ({
    title,
    bytes: (await readExactly(source, from, to - from, signal)).slice(),
    fileOffset: from,
    fields: [],
  });
  if (byteLength <= 2 * endBytes) return [await part('The whole file', 0, byteLength)];
  return [
    await part(`The first ${endBytes} bytes`, 0, endBytes),
    await part(`The last ${endBytes} bytes`, byteLength - endBytes, byteLength),
  ];
};
