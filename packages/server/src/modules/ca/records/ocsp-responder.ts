/** The delegated OCSP responders of CAs: key and certificate, one for each key of the CA. */
import type { Der } from '@sealwright/pki';
import type { Write } from '../../../kernel/unit-of-work.ts';

/** A responder that a CA has certified with one of its keys (RFC 6960 §4.2.2.2). */
export interface OcspResponderRecord {
  readonly id: number;
  readonly caId: number;
  /** SHA-256 of the DER SubjectPublicKeyInfo of the CA's key that has signed the certificate. A CA has one responder for each. */
  readonly issuerKeySha256: Uint8Array;
  /** The document of the crypto token that holds its key. */
  readonly cryptoTokenId: number;
  readonly keyAlias: string;
  readonly certificate: Der<'Certificate'>;
  /** Seconds since 1970. */
  readonly notAfter: number;
  readonly createdMs: number;
  /** Rises with every certificate. */
  readonly version: number;
}

/** Reads responders. */
export interface OcspResponderStore {
  /** Lists those of a CA; `limit` at most. */
  listOfCa(caId: number, limit: number): Promise<readonly OcspResponderRecord[]>;
  /** Lists all, in the order of their ids: those after `id`, `limit` at most. */
  listAfter(id: number, limit: number): Promise<readonly OcspResponderRecord[]>;
  /** Lists those with a key in a crypto token, in the order of their ids: those after `id`, `limit` at most. */
  listOfToken(cryptoTokenId: number, id: number, limit: number): Promise<readonly OcspResponderRecord[]>;
}

/** Stores the first responder for a key of a CA. A second one is a conflict. */
export interface InsertOcspResponder extends Write {
  readonly op: 'ocsp-responder.insert';
  readonly responder: OcspResponderRecord;
}

/** Gives a responder another certificate, and perhaps another key, while it has the version before that of `responder`. */
export interface ReplaceOcspResponder extends Write {
  readonly op: 'ocsp-responder.replace';
  readonly responder: OcspResponderRecord;
}

/** Forgets one, with its CA. */
export interface DeleteOcspResponder extends Write {
  readonly op: 'ocsp-responder.delete';
  readonly id: number;
}
