/**
 * One end of the connection between a pool and a worker. It has only members that exist for workers in Node and for web
 * workers.
 */

export interface WorkerPort<Sent, Received> {
  post(message: Sent, moved?: readonly ArrayBuffer[]): void;
  /** Sets the function that receives messages, replacing an earlier one. */
  onMessage(receive: (message: Received) => void): void;
}
