/**
 * Writes the same file again and again to the path that it is given, until it is killed. Says so when it begins.
 */
import { defineSchema } from '@marquetry/schema';
import { createParquetWriter } from 'marquetry';

const [, , target = ''] = process.argv;
const values = Float64Array.from({ length: 20_000 }, (_, i) => i);
for (;;) {
  const writer = createParquetWriter(target, { schema: defineSchema({ n: 'DOUBLE' }), rowGroupRows: 20_000 });
  for (let batch = 0; batch < 10; batch++) {
    await writer.write({ n: values.map((value) => value + 20_000 * batch) });
    if (batch === 0) process.stdout.write('.');
  }
  await writer.finish();
}
