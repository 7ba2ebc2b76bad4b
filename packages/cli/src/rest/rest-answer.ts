import type { IncomingHttpHeaders } from 'node:http';

/** An answer of the server, with its whole body. */
export interface RestAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  /** Undefined where it was made of parts. */
  readonly headers?: IncomingHttpHeaders;
}
