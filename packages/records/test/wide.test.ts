import { assembleLevels, createShredder } from '@marquetry/records';
import { defineSchema } from '@marquetry/schema';
import { expect, test } from 'vitest';

test.each([1, 16, 17, 200, 9000])(
  'rows with %d fields are read back unchanged, whether or not a field is named __proto__',
  (count) => {
    for (const more of [[], ['__proto__']]) {
      const names = [...Array.from({ length: count }, (_, i) => `field ${i}`), ...more];
      const schema = defineSchema(Object.fromEntries(names.map((name) => [name, { type: 'INT32', optional: true }])));
      const shredder = createShredder(schema);
      const rows = [0, 1, 2].map((row) =>
        Object.fromEntries(names.map((name, k) => [name, k === row ? null : row * k])),
      );
      for (const row of rows) shredder.push(row);
      const read = assembleLevels(schema, shredder.take());
      expect(read.map(Object.entries)).toEqual(rows.map(Object.entries));
      expect(read.map(Object.getPrototypeOf)).toEqual(rows.map(() => Object.prototype));
    }
  },
);
