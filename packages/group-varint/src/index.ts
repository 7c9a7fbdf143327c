/** The historical GROUP_VAR_INT encoding of Parquet. */
export { createGroupVarint, groupVarint } from './encoding.js';
