/** Random values for the structs described in `structs.ts`, in the form of this package's interfaces. */

import fc from 'fast-check';
import { type FieldType, structs, timeUnits, unions } from './structs.js';

const binary = fc.uint8Array({ maxLength: 12 }).map((bytes) => new Uint8Array(bytes));
const string = fc.oneof(fc.string({ maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 }));

function arbitrary(type: FieldType): fc.Arbitrary<unknown> {
  if (typeof type === 'object') {
    if ('list' in type) return fc.array(arbitrary(type.list), { maxLength: 3 });
    return 'struct' in type ? structNamed(type.struct) : unionNamed(type.union);
  }
  switch (type) {
    case 'bool':
      return fc.boolean();
    case 'i8':
      return fc.integer({ min: -128, max: 127 });
    case 'i16':
      return fc.integer({ min: -0x8000, max: 0x7fff });
    case 'i32':
      return fc.oneof(fc.integer({ min: -2, max: 200 }), fc.integer());
    case 'count32':
      return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.nat());
    case 'i64':
      return fc.oneof(fc.integer(), fc.maxSafeInteger());
    case 'count64':
      return fc.oneof(fc.nat(), fc.maxSafeNat());
    case 'double':
      // Apache's library for Node writes -0 as 0.
      return fc.double({ noNaN: true }).map((value) => (value === 0 ? 0 : value));
    case 'binary':
      return binary;
    case 'string':
      return string;
    case 'timeUnit':
      return fc.constantFrom(...Object.keys(timeUnits));
  }
}

function unionNamed(name: string): fc.Arbitrary<unknown> {
  const members = Object.entries(unions[name] ?? {}).map(([kind, [, struct]]) =>
    structNamed(struct).map((fields) => ({ kind, ...fields })),
  );
  const unknown = fc.integer({ min: 40, max: 300 }).map((id) => ({ kind: 'unknown', id }));
  return fc.oneof(...members, unknown);
}

/** Generates values of a struct, with all required fields and some optional ones. */
export function structNamed(name: string): fc.Arbitrary<Record<string, unknown>> {
  const fields = structs[name] ?? [];
  const model = Object.fromEntries(fields.map((field) => [field.name, arbitrary(field.type)]));
  const requiredKeys = fields.filter((field) => field.required).map((field) => field.name);
  const struct = fc.record(model, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Record<string, unknown>>;
  if (name === 'ColumnIndex') return struct.map(sameLengths);
  if (name !== 'PageHeader') return struct;
  // The header that belongs to the page's type is required.
  return struct.chain((header) => {
    const kind = fc.constantFrom(...(['dataPageHeader', 'dictionaryPageHeader', 'dataPageHeaderV2'] as const));
    return kind.chain((member) =>
      structNamed(`${member[0]?.toUpperCase()}${member.slice(1)}`).map((value) => ({
        ...header,
        type: { dataPageHeader: 0, dictionaryPageHeader: 2, dataPageHeaderV2: 3 }[member],
        [member]: value,
      })),
    );
  });
}

function sameLengths(index: Record<string, unknown>): Record<string, unknown> {
  const lists = ['nullPages', 'minValues', 'maxValues'].map((name) => index[name] as unknown[]);
  const count = Math.min(...lists.map((list) => list.length));
  const [nullPages, minValues, maxValues] = lists.map((list) => list.slice(0, count));
  return { ...index, nullPages, minValues, maxValues };
}
