// Reads pages in every encoding, which other code has decompressed.
export { standardEncodings } from '@marquetry/encodings';
export { openDictionaryPage, openPage, readPageFrame } from '@marquetry/page';
