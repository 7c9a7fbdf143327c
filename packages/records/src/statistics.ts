/**
 * `@marquetry/records/statistics`: reads the statistics of chunks and pages as JavaScript values. It is a separate
 * entry point, because few programs need it.
 */
export {
  type ColumnStatistics,
  type PageStatistics,
  readPageStatistics,
  readStatistics,
  type StatisticsOptions,
  type StatisticsValue,
} from './read/read-statistics.js';
