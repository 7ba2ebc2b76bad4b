/** Run-time state of a CA, apart from its settings: its status, keys and certificates. */
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

/** The stored state. */
export interface CaState {
  /** Id of the CA's document. */
  readonly caId: number;
  /** Public id: the Java hash of the subject. */
  readonly publicId: number;
  /** SHA-256 over the RFC 5280 §7.1 form of the subject, hex. */
  readonly subjectKey: string;
  readonly status: CaStatus;
  /** Alias of the key for certificates and CRLs in the CA's crypto token; empty if it has none. */
  readonly keyAlias: string;
  /** Alias of the key for alternative signatures; empty if it has none. */
  readonly alternativeKeyAlias: string;
  /** Sequence of its present key: digits, as many as the first key had. */
  readonly keySequence: string;
  /** Alias of its previous key; undefined for a CA that never had another key. */
  readonly previousKeyAlias: string | undefined;
  /** Pending certification request in DER, with its key. */
  readonly request: CaRequest | undefined;
  /** Encoded certificates, the CA's own first and the root last; for an SSH CA its keys in DER. Empty while it waits for a certificate. */
  readonly chain: readonly Uint8Array[];
  /** End of validity, seconds since 1970; 0 without a certificate. */
  readonly notAfter: number;
  readonly revocationReason: RevocationReason;
  /** Seconds since 1970; undefined unless it is revoked. */
  readonly revokedAt: number | undefined;
  readonly version: number;
}

/** A certification request of a CA that another CA signs. */
export interface CaRequest {
  readonly keyAlias: string;
  readonly alternativeKeyAlias: string;
  readonly keySequence: string;
  readonly der: Uint8Array;
  /** Expected chain of the certificate to be issued, its issuer first; may be empty. */
  readonly chain: readonly Uint8Array[];
}

/** Members that reveal changes of the state. */
export type CaStateVersion = Pick<CaState, 'caId' | 'status' | 'version'>;

/** Read access to CA states. */
export interface CaStateStore {
  findState(caId: number): Promise<CaState | undefined>;
  /** Lists the versions of states in order of CA ids, starting after `caId`. */
  listVersions(caId: number, limit: number): Promise<readonly CaStateVersion[]>;
  findIdBySubject(subjectKey: string): Promise<number | undefined>;
  /** Lists the subject keys of all CAs, at most `limit`. */
  listSubjectKeys(limit: number): Promise<readonly string[]>;
  findIdByPublicId(publicId: number): Promise<number | undefined>;
  /** Lists further certificates, newest first, at most `limit`. */
  listFurtherCertificates(caId: number, limit: number): Promise<readonly FurtherCaCertificate[]>;
}

/** Stores the state of a new CA. A second CA with its subject or public id is a conflict. */
export interface InsertCaState extends Write {
  readonly op: 'ca-state.insert';
  readonly state: CaState;
}

/** Replaces the state of a CA, except its identity, if the stored version precedes that of `state`. */
export interface UpdateCaState extends Write {
  readonly op: 'ca-state.update';
  readonly state: CaState;
  /** True if the CA gets a new certificate. Not stored; it triggers publishing. */
  readonly hasNewCertificate: boolean;
}

/** Deletes the state of a removed CA if it has `expectedVersion`. */
export interface DeleteCaState extends Write {
  readonly op: 'ca-state.delete';
  readonly caId: number;
  readonly expectedVersion: number;
}

/** Certificates of a CA other than its present one: former ones, and those that link its keys (RFC 4210 §4.4). */
export type CaCertificateRole = 'former' | 'new-with-old' | 'old-with-new';

/** A further certificate with its chain. */
export interface FurtherCaCertificate {
  readonly id: number;
  readonly caId: number;
  readonly role: CaCertificateRole;
  /** Alias of the certified key. */
  readonly keyAlias: string;
  /** As in {@link CaState}. */
  readonly chain: readonly Uint8Array[];
  readonly notAfter: number;
  readonly createdMs: number;
}

/** Stores a further certificate of a CA. */
export interface InsertCaCertificate extends Write {
  readonly op: 'ca-certificate.insert';
  readonly certificate: FurtherCaCertificate;
}

/** Deletes one, when its CA is removed. */
export interface DeleteCaCertificate extends Write {
  readonly op: 'ca-certificate.delete';
  readonly id: number;
}

/** Returns the write that changes some members of a state. */
export function updateOf(state: CaState, changes: Partial<CaState>): UpdateCaState {
  const after = { ...state, ...changes, version: state.version + 1 };
  const [certificate] = after.chain;
  const hasNewCertificate = certificate !== undefined && !isEqual(certificate, state.chain[0]);
  return { op: 'ca-state.update', state: after, hasNewCertificate };
}

function isEqual(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && one.length === other.length && one.every((octet, index) => octet === other[index]);
}
