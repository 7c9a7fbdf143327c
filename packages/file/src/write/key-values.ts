/** Combines the key-value metadata of a file to write. */
import type { KeyValue } from '@marquetry/metadata';
import type { Schema } from '@marquetry/schema';

/** Key-value metadata: an object, or a list, in which keys may repeat. */
type KeyValues = Readonly<Record<string, string>> | readonly KeyValue[];

/** Returns the pairs of the options, then those of the schema whose keys the options do not set. */
export function keyValuesOf(schema: Schema, options: KeyValues = []): readonly KeyValue[] {
  const own = listOf(options);
  const more = listOf(schema.keyValueMetadata ?? {}).filter(({ key }) => !own.some((each) => each.key === key));
  return [...own, ...more];
}

function listOf(from: KeyValues): readonly KeyValue[] {
  const isList = (list: KeyValues): list is readonly KeyValue[] => Array.isArray(list);
  return isList(from) ? from : Object.entries(from).map(([key, value]) => ({ key, value }));
}
