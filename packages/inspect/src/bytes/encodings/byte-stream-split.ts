/**
 * Explains BYTE_STREAM_SPLIT values: byte k of every value, for each k (Encodings.md#BYTE_STREAM_SPLIT).
 *
 *   values of 4 bytes    aaaa bbbb cccc
 *   streams              abc abc abc abc
 */
import { ParquetError } from '@marquetry/core';
import { counted, hex } from '../texts.js';
import type { Layout } from './layout.js';

export const explainByteStreamSplit: Layout = (list, { leaf, count, text }) => {
  const { bytes } = list.to;
  const { width } = leaf;
  const start = list.position;
  const stored = list.end - start;
  if (stored !== count * width) {
    const reason = `${counted(count, 'value')} of ${counted(width, 'byte')} should take ${count * width} bytes, not ${stored}`;
    throw new ParquetError(stored < count * width ? 'TRUNCATED' : 'CORRUPT', reason, { offset: start });
  }
  if (count === 0) return;
  const value = new Uint8Array(width);
  for (let stream = 0; stream < width; stream++) {
    const end = list.position + count;
    if (!list.wants(list.position, end)) {
      list.omit(1, end);
      continue;
    }
    list.share(1 / (width - stream), () => {
      list.group(
        'values',
        `stream ${stream}`,
        (inner) => {
          inner.meaning = `Byte ${stream} of every value. These bytes are often similar, so they compress well.`;
          inner.row(count, 8, 'values', (index, bit) => {
            for (let k = 0; k < width; k++) value[k] = bytes[start + k * count + index] as number;
            const own = hex(bytes.subarray(bit / 8, bit / 8 + 1));
            const meaning = `Byte ${stream} of the ${width} bytes of value ${index}, which is ${text(value)}.`;
            return { name: `byte ${stream} of value ${index}`, value: own, meaning };
          });
        },
        end,
      );
    });
  }
};
