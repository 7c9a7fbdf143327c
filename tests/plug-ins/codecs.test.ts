/**
 * Every codec of ours keeps the contract of codecs.
 */
import { lzo } from '@marquetry/codec-lzo';
import { codecConformance } from '@marquetry/test-kit';
import { standardCodecs } from 'marquetry';
import { describe, test } from 'vitest';

const codecs = [...standardCodecs, lzo].filter(({ compress }) => compress !== undefined);
await Promise.all(codecs.map((codec) => codec.prepare?.()));

for (const codec of codecs) {
  describe(codec.name, () => {
    for (const { name, run } of codecConformance(codec)) test(name, run);
  });
}
