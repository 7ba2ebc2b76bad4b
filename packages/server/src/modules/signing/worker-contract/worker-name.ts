/** The id and the name by which clients know a worker. */
export interface WorkerName {
  readonly id: number;
  readonly name: string;
}
