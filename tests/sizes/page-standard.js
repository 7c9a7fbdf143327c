// Pages of every encoding, decompressed elsewhere.
export { standardEncodings } from '@marquetry/encodings';
export { openDictionaryPage, openPage, readPageFrame } from '@marquetry/page';
