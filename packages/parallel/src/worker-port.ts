/**
 * One end of the connection between a pool and a worker. It has only members that Node workers and web workers have in
 * common.
 */

export interface WorkerPort<Sent, Received> {
  post(message: Sent, moved?: readonly ArrayBuffer[]): void;
  /** Sets the function that receives messages. Replaces the previous function. */
  onMessage(receive: (message: Received) => void): void;
}
