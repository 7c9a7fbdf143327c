/** The Thrift compact protocol, with nothing of Parquet in it. */

export { CompactReader } from './reader.js';
export type { CompactReaderOptions } from './scalars.js';
export { nameOfWireType, WireType } from './wire-type.js';
export { CompactWriter } from './writer.js';
