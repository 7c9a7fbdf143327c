/** Combines the key-value metadata from the writer's options with that from the schema. */
import type { KeyValue } from '@marquetry/metadata';
import type { Schema } from '@marquetry/schema';

/** Key-value metadata: an object, or an array of pairs, in which a key may occur several times. */
type KeyValues = Readonly<Record<string, string>> | readonly KeyValue[];

/** Returns the pairs from the options, followed by those pairs from the schema whose keys are not in the options. */
export function keyValuesOf(schema: Schema, options: KeyValues = []): readonly KeyValue[] {
  const own = listOf(options);
  const more = listOf(schema.keyValueMetadata ?? {}).filter(({ key }) => !own.some((each) => each.key === key));
  return [...own, ...more];
}

function listOf(from: KeyValues): readonly KeyValue[] {
  const isList = (list: KeyValues): list is readonly KeyValue[] => Array.isArray(list);
  return isList(from) ? from : Object.entries(from).map(([key, value]) => ({ key, value }));
}
