/** Delegated OCSP responders of CAs: key and certificate, one for each key of the CA. */
import type { Der } from '@sealwright/pki';
import type { Write } from '../../../kernel/unit-of-work.ts';

/** An OCSP responder certified with one of a CA's keys (RFC 6960 §4.2.2.2). */
export interface OcspResponderRecord {
  readonly id: number;
  readonly caId: number;
  /** SHA-256 of the DER SubjectPublicKeyInfo of the CA key that signed the certificate. A CA has one responder for each of its keys. */
  readonly issuerKeySha256: Uint8Array;
  /** Id of the crypto token with its key. */
  readonly cryptoTokenId: number;
  readonly keyAlias: string;
  readonly certificate: Der<'Certificate'>;
  /** End of validity, seconds since 1970. */
  readonly notAfter: number;
  readonly createdMs: number;
  /** Rises with every certificate. */
  readonly version: number;
}

/** A key that a responder had before, until the certificate ends that a CA has made for it: relying parties believe it for as long. */
export interface FormerOcspResponderRecord {
  readonly id: number;
  readonly caId: number;
  /** The document of the crypto token that holds, or held, the key. */
  readonly cryptoTokenId: number;
  readonly keyAlias: string;
  readonly certificate: Der<'Certificate'>;
  /** Seconds since 1970. */
  readonly notAfter: number;
}

/** Reads responders. */
export interface OcspResponderStore {
  /** Lists those of a CA; at most `limit`. */
  listOfCa(caId: number, limit: number): Promise<readonly OcspResponderRecord[]>;
  /** Lists all in order of their ids, starting after `id`; at most `limit`. */
  listAfter(id: number, limit: number): Promise<readonly OcspResponderRecord[]>;
  /** Lists those with a key in a crypto token in order of their ids, starting after `id`; at most `limit`. */
  listOfToken(cryptoTokenId: number, id: number, limit: number): Promise<readonly OcspResponderRecord[]>;
  /** Lists the former ones of a CA; `limit` at most. */
  listFormerOfCa(caId: number, limit: number): Promise<readonly FormerOcspResponderRecord[]>;
  /** Lists all former ones, in the order of their ids: those after `id`, `limit` at most. */
  listFormerAfter(id: number, limit: number): Promise<readonly FormerOcspResponderRecord[]>;
  /** Lists the former ones with a key in a crypto token, in the order of their ids: those after `id`, `limit` at most. */
  listFormerOfToken(cryptoTokenId: number, id: number, limit: number): Promise<readonly FormerOcspResponderRecord[]>;
  /** Lists former ones that ended before `notAfter` (seconds since 1970); `limit` at most. */
  listFormerEndedBefore(notAfter: number, limit: number): Promise<readonly FormerOcspResponderRecord[]>;
}

/** Stores the first responder for a key of a CA. A second one is a conflict. */
export interface InsertOcspResponder extends Write {
  readonly op: 'ocsp-responder.insert';
  readonly responder: OcspResponderRecord;
}

/** Gives a responder another certificate, and possibly another key, if the stored version precedes that of `responder`. */
export interface ReplaceOcspResponder extends Write {
  readonly op: 'ocsp-responder.replace';
  readonly responder: OcspResponderRecord;
}

/** Deletes one, when its CA is removed. */
export interface DeleteOcspResponder extends Write {
  readonly op: 'ocsp-responder.delete';
  readonly id: number;
}

/** Notes a key that a responder leaves behind. */
export interface InsertFormerOcspResponder extends Write {
  readonly op: 'former-ocsp-responder.insert';
  readonly former: FormerOcspResponderRecord;
}

/** Forgets such a key, after the end of its certificate or with its CA. */
export interface DeleteFormerOcspResponder extends Write {
  readonly op: 'former-ocsp-responder.delete';
  readonly id: number;
}
