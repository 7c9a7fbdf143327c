// Every encoding of the standard set.
export * from '@marquetry/encodings';
