/** The standard set of encodings and codecs, for tests of packages that do not depend on those packages. */
export { snappy } from '@marquetry/codec-snappy';
export { zstd } from '@marquetry/codec-zstd';
export { standardEncodings } from '@marquetry/encodings';
