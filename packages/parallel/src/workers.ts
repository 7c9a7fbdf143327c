import type { Connection } from './connection.js';

/** The workers of a pool, started when they are first asked for. */
export interface Workers {
  readonly count: number;
  connection(index: number): Connection;
}
