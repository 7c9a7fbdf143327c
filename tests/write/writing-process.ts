/**
 * Writes the same file again and again to the path in its argument, until it is killed. Prints a line when it starts.
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
    // Enough bytes that each row group is written to the disk at once.
    codec: CodecId.UNCOMPRESSED,
    encoding: EncodingId.PLAIN,
  });
  for (let batch = 0; batch < 10; batch++) {
    await writer.write({ n: values.map((value) => value + 20_000 * batch) });
    if (batch === 0) process.stdout.write('.');
    // However fast writing is, a file is incomplete most of the time, so that kills happen in this state.
    await pause(3);
  }
  await writer.finish();
}
