/**
 * Statistics of chunks and pages as values: `@marquetry/records/statistics`, as few programs look at them.
 */
export {
  type ColumnStatistics,
  type PageStatistics,
  readPageStatistics,
  readStatistics,
  type StatisticsOptions,
  type StatisticsValue,
} from './read/read-statistics.js';
