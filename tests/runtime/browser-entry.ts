/**
 * The program that browser.test.ts runs in an environment without Node: reads a whole file, and returns how many slots (entries) and nulls
 * each column has.
 */
import { openParquet } from 'marquetry';

export async function readCounts(base64: string): Promise<Record<string, string>> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const file = await openParquet(new Blob([bytes]));
  const counts: Record<string, string> = {};
  for await (const batch of file.columnBatches()) {
    for (const [path, { slotCount, nulls, values }] of Object.entries(batch)) {
      counts[path] = `${slotCount} slots, ${nulls.nullCount} nulls, ${values.length} values`;
    }
  }
  return counts;
}
