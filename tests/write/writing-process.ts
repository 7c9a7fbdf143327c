/**
 * Writes the same file again and again to the path that it is given, until it is killed. Says so when it begins.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { defineSchema } from '@marquetry/schema';
import { CodecId, createParquetWriter, EncodingId } from 'marquetry';

const [, , target = ''] = process.argv;
const values = Float64Array.from({ length: 20_000 }, (_, i) => i);
for (;;) {
  const writer = await createParquetWriter(target, {
    schema: defineSchema({ n: 'DOUBLE' }),
    rowGroupRows: 20_000,
    // Bytes enough that each row group goes to the disk at once.
    codec: CodecId.UNCOMPRESSED,
    encoding: EncodingId.PLAIN,
  });
  for (let batch = 0; batch < 10; batch++) {
    await writer.write({ n: values.map((value) => value + 20_000 * batch) });
    if (batch === 0) process.stdout.write('.');
    // Most of the time is spent with a file half written, however fast writing is: kills are to meet that.
    await pause(3);
  }
  await writer.finish();
}
