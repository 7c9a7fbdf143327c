import type { Connection } from './connection.js';

/** The connections to the workers of a pool. Each worker is started when its connection is first requested. */
export interface Workers {
  readonly count: number;
  connection(index: number): Connection;
}
