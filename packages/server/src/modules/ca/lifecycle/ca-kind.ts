/** Operations in the life of a CA that differ between kinds. */
import type { Administrator } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { Document } from '../../configuration/index.ts';
import type { KeyPairInfo } from '../../crypto-tokens/index.ts';
import { CaStatusError } from '../authorities/index.ts';
import { type CaSettings, type CertificateAuthority, WrongCaKindError } from '../kinds/index.ts';
import type { ManagedCa, NewKeyOptions, NextKeys } from '../keys/index.ts';
import type { OwnCertificate } from '../issuance/index.ts';
import type { CaRequest, CaState } from '../records/index.ts';
import { CaSignerError } from './errors.ts';

/** A CA that only has a document and keys. */
export interface UninitializedCa<S extends CaSettings = CaSettings> {
  readonly administrator: Administrator;
  readonly document: Document<unknown, S>;
  /** State with the aliases of its keys. */
  readonly state: CaState;
  readonly key: KeyPairInfo;
  /** Key for alternative signatures. */
  readonly alternativeKey: KeyPairInfo | undefined;
}

/** The first certificate of a CA, or the request for one that another CA signs. */
export type Beginning = OwnCertificate | { readonly request: Uint8Array };

/** Options of a renewal. */
export interface CaRenewal {
  /** True for a new key like the present one with the next sequence; false keeps the key. */
  readonly newKey: boolean;
  /** Specification of an SSH CA's new key, such as `Ed25519`, `P-256` or `3072`; undefined for one like the present key. */
  readonly keySpec?: string | undefined;
}

/** A signed renewal, and details for the audit log in addition to name, key and end of validity. */
export interface Renewed extends OwnCertificate {
  readonly serial?: string;
  readonly details?: AuditEntry['details'];
}

/** Operations of one kind. The use cases authorize, record and commit; a kind reads, decides and signs. */
export interface CaKind<A extends CertificateAuthority = CertificateAuthority, C = unknown> {
  /** Makes the first certificate, or the request for it. */
  initialize(ca: UninitializedCa<A['settings']>): Promise<Beginning & { readonly keySequence?: string }>;
  /** Requires that the CA can be renewed this way. @throws {@link CaCertificateRefusedError}, {@link CaSignerError}, {@link CaStatusError} */
  requireRenewable(ca: ManagedCa<A>, renewal: CaRenewal): void;
  newKeyOptions(ca: ManagedCa<A>, renewal: CaRenewal): NewKeyOptions;
  /** @param next - undefined to keep the present keys */
  renew(administrator: Administrator, ca: ManagedCa<A>, next: NextKeys | undefined): Promise<Renewed>;
  /** Undefined for a kind whose CAs are never signed by others. */
  readonly signedElsewhere: SignedElsewhere<A, C> | undefined;
}

/** Operations of CAs that an external CA signs. */
export interface SignedElsewhere<A extends CertificateAuthority = CertificateAuthority, C = unknown> {
  /** Reads certificates, PEM or base64. @throws {@link CaCertificateError}, {@link CaChainTooLongError} */
  read(certificates: readonly string[]): readonly (C & { readonly der: Uint8Array })[];
  /** Returns the keys for a request whose first key has that alias. */
  keysUnder(ca: ManagedCa<A>, alias: string): NextKeys;
  /** Builds and signs the request, and returns details for the audit log. */
  request(
    ca: ManagedCa<A>,
    next: NextKeys,
  ): Promise<{ readonly der: Uint8Array; readonly details: AuditEntry['details'] }>;
  /**
   * Finds the certificate for the request among others, and orders its chain.
   *
   * @throws {@link CaCertificateError}
   */
  chain(
    ca: ManagedCa<A>,
    request: CaRequest,
    certificates: readonly C[],
  ): Promise<Pick<OwnCertificate, 'chain' | 'notAfter'> & { readonly details: AuditEntry['details'] }>;
}

/** Operations of a kind whose CAs may be signed by an external CA. */
export interface CertifiedCaKind<A extends CertificateAuthority, C> extends CaKind<A, C>, SignedElsewhere<A, C> {}

/** Operations of all kinds. */
export type CaKinds = {
  readonly [K in CertificateAuthority['kind']]: CaKind<Extract<CertificateAuthority, { kind: K }>>;
};

/** Returns the operations of a kind, for CAs that are known to be of it. */
export function operationsOf(kinds: CaKinds, kind: CertificateAuthority['kind']): CaKind {
  return kinds[kind];
}

/** Returns the operations for externally signed CAs. @throws {@link WrongCaKindError} for a kind without them */
export function requireSignedElsewhere(
  kinds: CaKinds,
  { name, kind }: Pick<CertificateAuthority, 'name' | 'kind'>,
): SignedElsewhere {
  const { signedElsewhere } = operationsOf(kinds, kind);
  if (signedElsewhere === undefined) throw new WrongCaKindError(name, kind, 'X509');
  return signedElsewhere;
}

/** Requires that the CA's next certificate can be signed in this installation now. @throws {@link CaSignerError}, {@link CaStatusError} */
export function requireSignedHere({ authority: { name }, settings, state }: ManagedCa): void {
  const { signedBy } = settings.certificate;
  if (signedBy === 'External CA') {
    throw new CaSignerError(
      `CA '${name}' is signed elsewhere. Make a certification request, and receive the certificate that is made of it.`,
    );
  }
  // A self-signed CA signs its own renewal, which it cannot do offline.
  if (signedBy === 'Self Signed' && state.status !== 'ACTIVE') throw new CaStatusError(name, state.status, ['ACTIVE']);
}
