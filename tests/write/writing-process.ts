/** Repeatedly writes the same file to the path in its argument, until the process is killed. Prints a line when it starts. */
import { setTimeout as pause } from 'node:timers/promises';
import { defineSchema } from '@marquetry/schema';
import { CodecId, createParquetWriter, EncodingId } from 'marquetry';

const [, , target = ''] = process.argv;
const values = Float64Array.from({ length: 20_000 }, (_, i) => i);
for (;;) {
  const writer = await createParquetWriter(target, {
    schema: defineSchema({ n: 'DOUBLE' }),
    rowGroupRows: 20_000,
    // The data is not compressed, so that each row group is large enough to be written to the disk immediately.
    codec: CodecId.UNCOMPRESSED,
    encoding: EncodingId.PLAIN,
  });
  for (let batch = 0; batch < 10; batch++) {
    await writer.write({ n: values.map((value) => value + 20_000 * batch) });
    if (batch === 0) process.stdout.write('.');
    // The pause makes sure that the file is incomplete most of the time, so that kills occur in this state.
    await pause(3);
  }
  await writer.finish();
}
