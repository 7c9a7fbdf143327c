import { parseWriter, trustsByteArrayBounds } from '@marquetry/logical';
import { describe, expect, test } from 'vitest';

describe('parsing the writer name and version in created_by', () => {
  test.each([
    ['parquet-mr version 1.8.0 (build abc123)', { application: 'parquet-mr', version: '1.8.0' }],
    ['parquet-mr version 1.6.0rc3', { application: 'parquet-mr', version: '1.6.0rc3' }],
    ['parquet-mr version 1.5.0-cdh5.5.0 (build)', { application: 'parquet-mr', version: '1.5.0-cdh5.5.0' }],
    ['parquet-mr version (build abc)', { application: 'parquet-mr' }],
    ['parquet-mr version', { application: 'parquet-mr' }],
    ['parquet-cpp-arrow version 26.0.1', { application: 'parquet-cpp-arrow', version: '26.0.1' }],
    ['parquet-mr  version  1.8.0  ( build abc )', { application: 'parquet-mr', version: '1.8.0' }],
    [`${'a'.repeat(990)} version 1`, { application: 'a'.repeat(990), version: '1' }],
    ['Apache Spark version 2.4', { application: 'Apache Spark', version: '2.4' }],
  ])('parseWriter parses %s', (text, writer) => {
    expect(parseWriter(text)).toEqual(writer);
  });

  test.each([
    '',
    'parquet-mr',
    'DuckDB',
    'a\nparquet-mr version 1.8.0',
    `${'a'.repeat(991)} version 1`,
    `${' '.repeat(500)}v`,
    `a version ${'('.repeat(5000)}`,
  ])('%j does not name a writer', (text) => {
    expect(parseWriter(text)).toBeUndefined();
  });
});

describe('trusting the deprecated bounds of byte arrays', () => {
  test.each<[string | undefined, boolean]>([
    ['parquet-mr version 1.8.0 (build x)', true],
    ['parquet-mr version 1.8.1', true],
    ['parquet-mr version 1.10.0', true],
    ['parquet-mr version 2.0.0', true],
    ['parquet-mr version 10.0.0', true],
    ['parquet-mr version 1.8.0+build.7', true],
    ['parquet-mr version 1.8.1rc3', true],
    // A release candidate comes before its release, as in parquet-java.
    ['parquet-mr version 1.8.0rc3', false],
    ['parquet-mr version 1.8.0rc3-SNAPSHOT', false],
    ['parquet-mr version 1.5.0rc1-cdh5.5.0', false],
    ['parquet-mr version 1.8.0-zeta', false],
    ['parquet-mr version v1.8.0', false],
    ['parquet-mr version 1.7.9', false],
    ['parquet-mr version 1.8.0-SNAPSHOT', false],
    ['parquet-mr version 0.9.0', false],
    // Cloudera fixed its version 1.5.0 in 1.5.0-cdh5.5.0, and no other version.
    ['parquet-mr version 1.5.0-cdh5.5.0', true],
    ['parquet-mr version 1.5.0-cdh5.5.1', true],
    ['parquet-mr version 1.5.0-cdh5.10.0', true],
    ['parquet-mr version 1.5.0-cdh6.0.0', true],
    // Two numbers compare as numbers; a number comes before any other word.
    ['parquet-mr version 1.5.0-cdh5.5x.0', true],
    ['parquet-mr version 1.5.0-cdh5.-.0', true],
    ['parquet-mr version 1.5.0-cdh5.04.9', false],
    ['parquet-mr version 1.5.0-cdh4.9.0', false],
    ['parquet-mr version 1.5.0-cdh5.4.999', false],
    ['parquet-mr version 1.5.0-cdh5.5', false],
    ['parquet-mr version 1.5.0-1', false],
    ['parquet-mr version 1.5.0', false],
    ['parquet-mr version 1.4.9-cdh5.5.0', false],
    ['parquet-mr version 1.6.0-cdh5.5.0', false],
    // These strings do not name a writer.
    ['parquet-mr version (build x)', false],
    ['parquet-mr version 1.8', false],
    ['parquet-mr version latest', false],
    ['parquet-mr', false],
    ['', false],
    [undefined, false],
    // Only parquet-mr wrote wrong bounds.
    ['parquet-cpp version 1.2.0', true],
    ['impala version 2.2.0', true],
  ])('bounds of byte arrays by the writer %s are trusted: %s', (createdBy, trusted) => {
    expect(trustsByteArrayBounds(createdBy)).toBe(trusted);
  });
});
