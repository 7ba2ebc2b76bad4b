/** The run-time state of a CA, apart from its settings: what it signs with now and whether it may. */
import type { Write } from '../../../kernel/unit-of-work.ts';
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
  /** The number that clients see: the Java hash of the subject. */
  readonly publicId: number;
  /** SHA-256 over the RFC 5280 §7.1 form of the subject, hex. */
  readonly subjectKey: string;
  readonly status: CaStatus;
  /** The alias in the CA's crypto token that signs certificates and CRLs; empty while there is none. */
  readonly keyAlias: string;
  /** The alias of the key of its alternative signatures; empty while there is none. */
  readonly alternativeKeyAlias: string;
  /** The number of its present key: digits, as many as the first one had. */
  readonly keySequence: string;
  /** The alias that it signed with before; undefined for a CA that never had another key. */
  readonly previousKeyAlias: string | undefined;
  /** The key of the certification request that it waits for an answer to, and the request in DER. */
  readonly request: CaRequest | undefined;
  /** Encoded certificates: the CA's own first, the root last; of an SSH CA its keys in DER. Empty while it waits for one. */
  readonly chain: readonly Uint8Array[];
  /** Seconds since 1970; 0 without a certificate. */
  readonly notAfter: number;
  readonly revocationReason: RevocationReason;
  /** Seconds since 1970; undefined while it is not revoked. */
  readonly revokedAt: number | undefined;
  readonly version: number;
}

/** A certification request of a CA that is signed elsewhere. */
export interface CaRequest {
  readonly keyAlias: string;
  readonly alternativeKeyAlias: string;
  readonly keySequence: string;
  readonly der: Uint8Array;
  /** The certificates that are expected above the one to come, its issuer's first; may be empty. */
  readonly chain: readonly Uint8Array[];
}

/** Members by which a change of the state shows. */
export type CaStateVersion = Pick<CaState, 'caId' | 'status' | 'version'>;

/** Reads CA states. */
export interface CaStateStore {
  findState(caId: number): Promise<CaState | undefined>;
  /** Lists the versions that the states are in, in the order of the CAs' ids: those of CAs after `caId`. */
  listVersions(caId: number, limit: number): Promise<readonly CaStateVersion[]>;
  findIdBySubject(subjectKey: string): Promise<number | undefined>;
  /** Lists the subject keys of all CAs, `limit` of them at most. */
  listSubjectKeys(limit: number): Promise<readonly string[]>;
  findIdByPublicId(publicId: number): Promise<number | undefined>;
  /** Lists the newest first, `limit` of them at most. */
  listFurtherCertificates(caId: number, limit: number): Promise<readonly FurtherCaCertificate[]>;
}

/** Stores the state of a new CA. A second CA with its subject or public id is a conflict. */
export interface InsertCaState extends Write {
  readonly op: 'ca-state.insert';
  readonly state: CaState;
}

/** Replaces the state of a CA, all but what it is known by, while it has the version before the one of `state`. */
export interface UpdateCaState extends Write {
  readonly op: 'ca-state.update';
  readonly state: CaState;
  /** True when the CA gets a certificate that it did not have before. Not stored: publishers are told. */
  readonly hasNewCertificate: boolean;
}

/** Deletes the state of a CA that is removed, while it has `expectedVersion`. */
export interface DeleteCaState extends Write {
  readonly op: 'ca-state.delete';
  readonly caId: number;
  readonly expectedVersion: number;
}

/** Certificates of a CA beside its present one: of keys and times before, and those that link its keys (RFC 4210 §4.4). */
export type CaCertificateRole = 'former' | 'new-with-old' | 'old-with-new';

/** One of them, with the chain that it stood in. */
export interface FurtherCaCertificate {
  readonly id: number;
  readonly caId: number;
  readonly role: CaCertificateRole;
  /** Alias of the key that is certified. */
  readonly keyAlias: string;
  /** As of {@link CaState}. */
  readonly chain: readonly Uint8Array[];
  readonly notAfter: number;
  readonly createdMs: number;
}

/** Keeps a further certificate of a CA. */
export interface InsertCaCertificate extends Write {
  readonly op: 'ca-certificate.insert';
  readonly certificate: FurtherCaCertificate;
}

/** Forgets one, with the CA. */
export interface DeleteCaCertificate extends Write {
  readonly op: 'ca-certificate.delete';
  readonly id: number;
}

/** Returns the write that changes some of a state. */
export function updateOf(state: CaState, changes: Partial<CaState>): UpdateCaState {
  const after = { ...state, ...changes, version: state.version + 1 };
  const [certificate] = after.chain;
  const hasNewCertificate = certificate !== undefined && !isEqual(certificate, state.chain[0]);
  return { op: 'ca-state.update', state: after, hasNewCertificate };
}

function isEqual(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && one.length === other.length && one.every((octet, index) => octet === other[index]);
}
