import type { Connection } from './connection.js';

/** The workers of a pool, each started when it is first used. */
export interface Workers {
  readonly count: number;
  connection(index: number): Connection;
}
