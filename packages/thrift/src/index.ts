/** The Thrift compact protocol, with nothing of Parquet in it. */

export { type CompactReaderOptions, mostParsedBytes, type ParsedMemory } from './options.js';
export { CompactReader } from './reader.js';
export { nameOfWireType, WireType } from './wire-type.js';
export { CompactWriter } from './writer.js';
