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

/** A former key of an OCSP responder, stored until its certificate expires, since relying parties accept it until then. */
export interface FormerOcspResponderRecord {
  readonly id: number;
  readonly caId: number;
  /** Id of the crypto token that has, or had, the key. */
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
  /** Lists the former keys of a CA's responders; at most `limit`. */
  listFormerOfCa(caId: number, limit: number): Promise<readonly FormerOcspResponderRecord[]>;
  /** Lists all former keys in order of their ids, starting after `id`; at most `limit`. */
  listFormerAfter(id: number, limit: number): Promise<readonly FormerOcspResponderRecord[]>;
  /** Lists the former keys in a crypto token in order of their ids, starting after `id`; at most `limit`. */
  listFormerOfToken(cryptoTokenId: number, id: number, limit: number): Promise<readonly FormerOcspResponderRecord[]>;
  /** Lists former keys whose certificates expired before `notAfter` (seconds since 1970); at most `limit`. */
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

/** Stores a former key of a responder. */
export interface InsertFormerOcspResponder extends Write {
  readonly op: 'former-ocsp-responder.insert';
  readonly former: FormerOcspResponderRecord;
}

/** Deletes a former key when its certificate has expired, or with its CA. */
export interface DeleteFormerOcspResponder extends Write {
  readonly op: 'former-ocsp-responder.delete';
  readonly id: number;
}
