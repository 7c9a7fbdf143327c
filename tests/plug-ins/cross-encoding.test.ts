/**
 * All our encodings pass the conformance suite. Values read from one encoding can be written in any other encoding,
 * and then in the original encoding again.
 */
import { alp } from '@marquetry/alp';
import { groupVarint } from '@marquetry/group-varint';
import { conformance } from '@marquetry/test-kit';
import { standardEncodings } from 'marquetry/plug-ins';
import { describe, test } from 'vitest';

const encodings = [...standardEncodings, alp, groupVarint];

for (const encoding of encodings) {
  if (encoding.encoder === undefined) continue;
  describe(encoding.name, () => {
    const cases = conformance(encoding, { others: encodings, seed: 7 });
    for (const { name, run } of cases) if (name.includes(' and back')) test(name, run);
  });
}
