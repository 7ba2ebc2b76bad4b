/** What the managed interface asks of the use cases. */
import type { Administrator } from '../../modules/access/index.ts';
import type { ProcessedDocument, ProcessRequest } from '../signing-rest/index.ts';

/** All of it throws `access.denied` and `signing.*`. */
export interface ManagedServices {
  /** @param worker - id or name */
  keys(administrator: Administrator, worker: string): Promise<readonly ManagedKeyView[]>;
  /** Has the worker process a document with the key of that id; its authorizer is asked as for any other request. */
  process(
    administrator: Administrator,
    worker: string,
    key: { readonly by: 'public key' | 'certificate'; readonly id: string },
    request: ProcessRequest,
  ): Promise<ProcessedDocument>;
}

export interface ManagedKeyView {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  readonly publicKeyId: string;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** Undefined without a certificate. */
  readonly certificateId: string | undefined;
  /** DER, the signer's first. */
  readonly chain: readonly Uint8Array[];
}
