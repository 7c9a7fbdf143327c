/** Files with VARIANT columns. Some columns are not shredded; others are shredded into primitives, objects or arrays. */
import { type ShreddingDefinition, shredded, typedVariant } from '@marquetry/variant';
import { memorySink, writeParquet } from 'marquetry';

const shreddings: Readonly<Record<string, ShreddingDefinition | undefined>> = {
  unshredded: undefined,
  primitive: 'INT32',
  object: {
    fields: {
      id: 'INT64',
      user: { fields: { name: 'STRING', small: 'INT8', any: 'VARIANT' } },
      price: { type: 'DECIMAL', precision: 20, scale: 2 },
      tags: { list: 'STRING' },
    },
  },
  array: { list: { fields: { a: 'INT32', b: { list: 'DOUBLE' } } } },
};

const rows: readonly unknown[] = [
  { id: 1n, user: { name: 'Ada', small: typedVariant('int8', 5), any: [1] }, tags: ['x', 'y'], more: { deep: [true] } },
  { id: 'one', price: typedVariant('decimal16', '12.50'), tags: [1, 'z'], user: 'nobody' },
  null,
  7,
  [{ a: 1, b: [0.5, 'x'] }, { a: 2 }, null, 'text'.repeat(20)],
  {},
  typedVariant('timestampNanos', 1n),
];

export async function variantFiles(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  for (const [name, shred] of Object.entries(shreddings)) {
    const sink = memorySink();
    const schema = {
      v: shred === undefined ? ({ type: 'VARIANT', optional: true } as const) : shredded(shred, { optional: true }),
    };
    await writeParquet(
      sink,
      rows.map((v) => ({ v })),
      { schema },
    );
    files.push({ name: `variant/${name}`, bytes: new Uint8Array(sink.bytes) });
  }
  return files;
}
