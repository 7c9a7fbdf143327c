/**
 * The GROUP_VAR_INT encoding of Parquet, which is historical.
 */
export { createGroupVarint, groupVarint } from './encoding.js';
