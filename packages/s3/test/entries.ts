import type { ObjectEntry } from '@marquetry/s3';

/** Collects a listing. */
export async function entriesOf(listing: AsyncIterable<ObjectEntry>): Promise<ObjectEntry[]> {
  const entries: ObjectEntry[] = [];
  for await (const entry of listing) entries.push(entry);
  return entries;
}
