/** One end of the connection between a pool and a worker: the common part of Node's and the web's workers. */

export interface WorkerPort<Sent, Received> {
  post(message: Sent, moved?: readonly ArrayBuffer[]): void;
  /** Sets the receiver of messages, replacing an earlier one. */
  onMessage(receive: (message: Received) => void): void;
}
