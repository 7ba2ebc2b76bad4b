/** Steps in the life of a CA that each kind takes in its own way. */
import type { Administrator } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { Document } from '../../configuration/index.ts';
import type { KeyPairInfo } from '../../crypto-tokens/index.ts';
import { type CaSettings, CaStatusError, type CertificateAuthority, WrongCaKindError } from '../authorities/index.ts';
import type { ManagedCa, NewKeyOptions, NextKeys } from '../keys/index.ts';
import type { OwnCertificate } from '../issuance/index.ts';
import type { CaRequest, CaState } from '../records/index.ts';
import { CaSignerError } from './errors.ts';

/** A CA that has a document and keys, and nothing else yet. */
export interface UninitializedCa<S extends CaSettings = CaSettings> {
  readonly administrator: Administrator;
  readonly document: Document<unknown, S>;
  /** With the aliases of its keys. */
  readonly state: CaState;
  readonly key: KeyPairInfo;
  /** The key of its alternative signatures. */
  readonly alternativeKey: KeyPairInfo | undefined;
}

/** The first certificate of a CA, or the request for one that is signed elsewhere. */
export type Beginning = OwnCertificate | { readonly request: Uint8Array };

/** Options of a renewal. */
export interface CaRenewal {
  /** A key like the present one, of the next sequence; else the present one goes on. */
  readonly newKey: boolean;
  /** The new key of an SSH CA: `Ed25519`, `P-256`, `3072`. Undefined: like the present one. */
  readonly keySpec?: string | undefined;
}

/** A renewal that is signed, and what the audit log says of it beside name, key and end. */
export interface Renewed extends OwnCertificate {
  readonly serial?: string;
  readonly details?: AuditEntry['details'];
}

/** The operations of one kind. The use cases authorize, record and commit; a kind reads, decides and signs. */
export interface CaKind<A extends CertificateAuthority = CertificateAuthority, C = unknown> {
  /** Makes the first certificate or the request for it. */
  initialize(ca: UninitializedCa<A['settings']>): Promise<Beginning & { readonly keySequence?: string }>;
  /** @throws {@link CaCertificateRefusedError}, {@link CaSignerError}, {@link CaStatusError} for a renewal that cannot be */
  requireRenewable(ca: ManagedCa<A>, renewal: CaRenewal): void;
  newKeyOptions(ca: ManagedCa<A>, renewal: CaRenewal): NewKeyOptions;
  /** @param next - undefined: the present keys go on */
  renew(administrator: Administrator, ca: ManagedCa<A>, next: NextKeys | undefined): Promise<Renewed>;
  /** Undefined for a kind whose CAs nobody else signs. */
  readonly signedElsewhere: SignedElsewhere<A, C> | undefined;
}

/** Operations of CAs that another CA elsewhere signs. */
export interface SignedElsewhere<A extends CertificateAuthority = CertificateAuthority, C = unknown> {
  /** Reads certificates, PEM or base64. @throws {@link CaCertificateError}, {@link CaChainTooLongError} */
  read(certificates: readonly string[]): readonly (C & { readonly der: Uint8Array })[];
  /** Returns the keys of a request when the first of them is the one of that alias. */
  keysUnder(ca: ManagedCa<A>, alias: string): NextKeys;
  /** Makes and signs the request, and says what the audit log has of it. */
  request(
    ca: ManagedCa<A>,
    next: NextKeys,
  ): Promise<{ readonly der: Uint8Array; readonly details: AuditEntry['details'] }>;
  /**
   * Finds the certificate for the request among others and puts its chain in order.
   *
   * @throws {@link CaCertificateError}
   */
  chain(
    ca: ManagedCa<A>,
    request: CaRequest,
    certificates: readonly C[],
  ): Promise<Pick<OwnCertificate, 'chain' | 'notAfter'> & { readonly details: AuditEntry['details'] }>;
}

/** One for each kind. */
export type CaKinds = {
  readonly [K in CertificateAuthority['kind']]: CaKind<Extract<CertificateAuthority, { kind: K }>>;
};

/** Returns the operations of a kind, for CAs that are known to be of it. */
export function operationsOf(kinds: CaKinds, kind: CertificateAuthority['kind']): CaKind {
  return kinds[kind];
}

/** @throws {@link WrongCaKindError} for a kind whose CAs nobody else signs */
export function requireSignedElsewhere(
  kinds: CaKinds,
  { name, kind }: Pick<CertificateAuthority, 'name' | 'kind'>,
): SignedElsewhere {
  const { signedElsewhere } = operationsOf(kinds, kind);
  if (signedElsewhere === undefined) throw new WrongCaKindError(name, kind, 'X509');
  return signedElsewhere;
}

/** @throws {@link CaSignerError}, {@link CaStatusError} for a CA whose next certificate is not signed here and now */
export function requireSignedHere({ authority: { name }, settings, state }: ManagedCa): void {
  const { signedBy } = settings.certificate;
  if (signedBy === 'External CA') {
    throw new CaSignerError(
      `CA '${name}' is signed elsewhere. Make a certification request, and receive the certificate that is made of it.`,
    );
  }
  // A self-signed CA signs its own renewal, and off line it signs nothing.
  if (signedBy === 'Self Signed' && state.status !== 'ACTIVE') throw new CaStatusError(name, state.status, ['ACTIVE']);
}
