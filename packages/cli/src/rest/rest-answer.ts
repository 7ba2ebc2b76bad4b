/** An answer of the server, with its whole body. */
export interface RestAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}
