import { test } from 'node:test';
import { codecConformance } from '@marquetry/test-kit';
import { lzss } from 'example-codec-lzss';

for (const { name, run } of codecConformance(lzss)) test(name, run);
