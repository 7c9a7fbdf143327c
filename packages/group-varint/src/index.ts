/**
 * The GROUP_VAR_INT encoding of Parquet: historical.
 */
export { createGroupVarint, groupVarint } from './encoding.js';
