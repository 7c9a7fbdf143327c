/** Generates random shredding definitions (types, fields and elements) that fit some values of `randomValue` but not others. */
import type { ShreddingDefinition } from '@marquetry/variant';
import { below, names, type Random } from '../../packages/variant/test/random-variant.js';

const types: readonly ShreddingDefinition[] = [
  'VARIANT',
  ...([
    'BOOLEAN',
    'INT8',
    'INT16',
    'INT32',
    'INT64',
    'FLOAT',
    'DOUBLE',
    'DATE',
    'STRING',
    'BYTE_ARRAY',
    'UUID',
  ] as const),
  { type: 'DECIMAL', precision: 9, scale: 3 },
  { type: 'DECIMAL', precision: 18, scale: 9 },
  { type: 'DECIMAL', precision: 38, scale: 20 },
  { type: 'DECIMAL', precision: 20, scale: 2, physicalType: 'BYTE_ARRAY' },
  { type: 'TIME', isAdjustedToUTC: false },
  { type: 'TIMESTAMP' },
  { type: 'TIMESTAMP', isAdjustedToUTC: false },
  { type: 'TIMESTAMP', unit: 'NANOS' },
  { type: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC: false },
];

export function randomShredding(random: Random, depth = 3): ShreddingDefinition {
  const choice = random();
  if (depth > 0 && choice < 0.5) {
    const fields = new Map<string, ShreddingDefinition>();
    for (let i = 1 + below(random, 4); i > 0; i--) {
      fields.set(names[below(random, names.length)] as string, randomShredding(random, depth - 1));
    }
    return { fields: Object.fromEntries(fields) };
  }
  if (depth > 0 && choice < 0.7) return { list: randomShredding(random, depth - 1) };
  return types[below(random, types.length)] as ShreddingDefinition;
}
