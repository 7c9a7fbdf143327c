/**
 * The core of Marquetry, which all packages share: ids, value layouts, plug-in interfaces, registries, errors and
 * limits.
 */

export { allocateBytes, freeBytes } from './allocate.js';
export { requireBuffer, requireCount, requireValues } from './arguments.js';
export type { Codec } from './codec.js';
export { boundGarbage, collectGarbage, engineShare, startCollection } from './collection.js';
export {
  type BitBuffer,
  type BytesBuffer,
  type ColumnBuffer,
  type ColumnBufferOptions,
  createColumnBuffer,
  type FixedBuffer,
  slackBytes,
} from './column-buffer.js';
export { type ColumnType, describeColumnType, type LeafColumn, widthOf } from './column-type.js';
export { type PlugIn, requireContract } from './contract.js';
export { copyValues, sliceValues } from './copy-values.js';
export {
  type DecodeContext,
  defineEncoding,
  type EncoderOptions,
  type Encoding,
  type ValueDecoder,
  type ValueEncoder,
  type WritableEncoding,
} from './encoding.js';
export { type EncodingStanding, type KnownEncoding, knownEncoding, knownEncodings } from './encodings.js';
export {
  type ErrorCode,
  type ErrorCure,
  type ErrorPlace,
  isParquetError,
  ParquetError,
  type ParquetErrorOptions,
  withPlace,
} from './errors.js';
export { isTurnDue, yieldToEventLoop } from './event-loop.js';
export { bytesOf, fixedValues, isFixedType, viewOf } from './fixed.js';
export { generatorOf } from './generator-of.js';
export {
  CodecId,
  ConvertedType,
  EncodingId,
  FieldRepetitionType,
  nameOf,
  PageType,
  PhysicalType,
} from './ids.js';
export type { ComparisonType } from './kernels/compare.js';
export type { KernelCursor } from './kernels/cursor.js';
export type { KernelEntries, KernelLists } from './kernels/layers.js';
export type { ColumnKernels, Kernels } from './kernels.js';
export { nearestName, type OptionNames, requireKnownOptions } from './known-options.js';
export { createLimits, defaultLimits, type Limits, limitError, requireLimits, serverLimits } from './limits.js';
export { type NoNulls, type NullBitmap, type NullLevels, type Nulls, noNulls } from './nulls.js';
export { generateWith, type OnDemand, onDemand } from './on-demand.js';
export { nameOfCodec, nameOfEncoding } from './plug-in-names.js';
export {
  type CodecRegistry,
  createCodecRegistry,
  createRegistry,
  type EncodingRegistry,
  type Registry,
} from './registry.js';
export { runSteps, runStepsInTurns, type Steps } from './steps.js';
export type {
  BitValues,
  BytesValues,
  DictionaryValues,
  DirectValues,
  FixedArrays,
  FixedType,
  FixedValues,
  FixedValuesOf,
  Values,
} from './values.js';
