/** What the signing interface asks of the use cases, in its own terms. */
import type { Credentials } from '../authentication.ts';

/** The use cases behind the signing interface. */
export interface SigningServices {
  /**
   * Has a worker process a document. Who sends it is settled by the worker's own authorizer.
   *
   * @param worker - as it stands in the path: id or name
   * @throws `signing.*`
   */
  process(worker: string, request: ProcessRequest): Promise<ProcessedDocument>;
}

/** A document and what came with it. */
export interface ProcessRequest {
  readonly data: Uint8Array;
  readonly metadata: ReadonlyMap<string, string>;
  /** Undefined when the client named none. */
  readonly fileName: string | undefined;
  readonly client: ProcessClient;
}

/** Who sends it, as the connection and the headers have it. */
export interface ProcessClient {
  readonly credentials: Credentials;
  /** HTTP Basic. */
  readonly password: { readonly username: string; readonly password: string } | undefined;
  readonly forwardedFor: string | undefined;
  /** What the worker log tells of the request, by field. */
  readonly logged: ReadonlyMap<string, string>;
}

export interface ProcessedDocument {
  readonly data: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string | undefined;
  readonly requestId: number;
  readonly archiveId: string | undefined;
  /** DER. */
  readonly signerCertificate: Uint8Array | undefined;
}
