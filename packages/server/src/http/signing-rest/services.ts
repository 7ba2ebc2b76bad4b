/** What the entrances of the signing service ask of the use cases, in their own terms. */
import type { Content } from '../../kernel/content.ts';
import type { Credentials } from '../interface/index.ts';

/** The use cases behind the entrances. */
export interface SigningServices {
  /**
   * Has a worker process a document. Who sends it is settled by the worker's own authorizer.
   *
   * @param worker - id or name
   * @throws `signing.*`
   */
  process(worker: string, request: ProcessRequest): Promise<ProcessedDocument>;
  /** How large documents may be at present. */
  limits(): Promise<DocumentLimits>;
  /** The workers that are enabled and cannot work on this server. Cheap however often it is asked. */
  unfitWorkers(): Promise<readonly UnfitWorker[]>;
}

export interface UnfitWorker {
  readonly id: number;
  /** `offline`: its crypto token cannot be used. */
  readonly problem: 'misconfigured' | 'offline';
}

/** In octets. */
export interface DocumentLimits {
  /** Of a document in a form, or as a whole body. */
  readonly uploadOctets: number;
  /** Of a JSON body. */
  readonly jsonOctets: number;
}

/** A document and what came with it. */
export interface ProcessRequest {
  readonly content: Content;
  readonly metadata: ReadonlyMap<string, string>;
  /** Undefined when the client named none. */
  readonly fileName: string | undefined;
  readonly client: ProcessClient;
  /** What is wanted of the worker; to sign the document unless given. */
  readonly processType?: ProcessType;
  /** What a certificate that is to be validated is wanted for. */
  readonly certificatePurposes?: readonly string[];
  /** Whether `READONLY` keeps a worker from processing it. */
  readonly readOnlyHolds?: boolean;
}

/** Only the servlets let clients want another one than the first. */
export type ProcessType = 'signDocument' | 'validateDocument' | 'validateCertificate';

/** Who sends it, as the connection and the headers have it. */
export interface ProcessClient {
  readonly credentials: Credentials;
  /** HTTP Basic. */
  readonly password: { readonly username: string; readonly password: string } | undefined;
  readonly forwardedFor: string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
  /** What the worker log tells of the request, by field. */
  readonly logged: ReadonlyMap<string, string>;
}

/** What came of it. It may read from the document that was sent, which has to stay until it is out. */
export interface ProcessedDocument {
  readonly content: Content;
  readonly mediaType: string;
  readonly fileName: string | undefined;
  readonly requestId: number;
  readonly archiveId: string | undefined;
  /** DER. */
  readonly signerCertificate: Uint8Array | undefined;
}
