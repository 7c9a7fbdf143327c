// The smallest useful set: an engine that owns its IO and reads pages of two encodings.
export * from '@marquetry/page';
export * from '@marquetry/plain';
export * from '@marquetry/rle';
