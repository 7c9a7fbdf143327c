/**
 * A key provider that looks up keys in a table.
 */
import type { KeyProvider, KeyRequest } from './keys.js';
import { requireKey } from './keys.js';

/**
 * Returns a key provider that looks up keys in a table. For each request, it uses the first of these names that is in the table:
 *
 *   the key metadata of the file, as UTF-8 text   `kf`
 *   `footer` for the footer key
 *   `column:` and the path of a column            `column:customer.name`
 *
 * @throws ParquetError INVALID_ARGUMENT, naming the entry, for a key that is not 16, 24 or 32 bytes.
 */
export function fixedKeys(table: Readonly<Record<string, Uint8Array>>): KeyProvider {
  const keys = new Map<string, Uint8Array>();
  for (const [id, key] of Object.entries(table)) keys.set(id, requireKey(key, `the key ${JSON.stringify(id)}`).slice());
  return {
    key: (request) => keys.get(idOf(request.metadata)) ?? keys.get(nameOf(request)),
  };
}

/**
 * Decodes key metadata as UTF-8. Invalid bytes become U+FFFD, which the ids in a table of keys do not contain, so no key is found for invalid metadata.
 */
function idOf(metadata: Uint8Array | undefined): string {
  return metadata === undefined ? '' : new TextDecoder().decode(metadata);
}

function nameOf({ use, path = [] }: KeyRequest): string {
  return use === 'footer' ? 'footer' : `column:${path.join('.')}`;
}
