/**
 * One end of the line between a pool and a worker: what Node's and the web's workers have in common.
 */

export interface WorkerPort<Sent, Received> {
  post(message: Sent, moved?: readonly ArrayBuffer[]): void;
  /** Takes messages; the last receiver counts. */
  onMessage(receive: (message: Received) => void): void;
}
