/** The run-time state of a CA, apart from its settings: what it signs with now and whether it may. */
import type { Write } from '../../kernel/unit-of-work.ts';
import type { RevocationReason } from './revocation-reason.ts';

export type CaStatus =
  | 'ACTIVE'
  | 'WAITING_CERTIFICATE_RESPONSE'
  | 'EXPIRED'
  | 'REVOKED'
  | 'OFFLINE'
  | 'EXTERNAL'
  | 'UNINITIALIZED';

/** The state as stored. */
export interface CaState {
  /** The document of the CA. */
  readonly caId: number;
  /** What clients see: the Java hash of the subject. */
  readonly publicId: number;
  /** SHA-256 over the RFC 5280 §7.1 form of the subject, hex. */
  readonly subjectKey: string;
  readonly status: CaStatus;
  /** The alias in the CA's crypto token that signs certificates and CRLs. */
  readonly keyAlias: string;
  /** DER certificates: the CA's own first, the root last. Empty while it waits for one. */
  readonly chain: readonly Uint8Array[];
  /** Seconds since 1970; 0 without a certificate. */
  readonly notAfter: number;
  readonly revocationReason: RevocationReason;
  /** Seconds since 1970; undefined while it is not revoked. */
  readonly revokedAt: number | undefined;
  readonly version: number;
}

/** Reads CA states. */
export interface CaStateStore {
  findState(caId: number): Promise<CaState | undefined>;
  findIdBySubject(subjectKey: string): Promise<number | undefined>;
  /** The subject keys of all CAs, `limit` of them at most. */
  listSubjectKeys(limit: number): Promise<readonly string[]>;
  findIdByPublicId(publicId: number): Promise<number | undefined>;
}

/** Stores the state of a new CA. A second CA with its subject or public id is a conflict. */
export interface InsertCaState extends Write {
  readonly op: 'ca-state.insert';
  readonly state: CaState;
}

/** Deletes the state of a CA that is removed, while it has `expectedVersion`. */
export interface DeleteCaState extends Write {
  readonly op: 'ca-state.delete';
  readonly caId: number;
  readonly expectedVersion: number;
}
