/** The members that CAs of all kinds have in common, and the status that follows from them. */
import type { DistinguishedName, SignatureAlgorithm } from '@sealwright/pki';
import type { ApprovalSettings } from '../../approvals/index.ts';
import type { Document } from '../../configuration/index.ts';
import type { CaKeySettings, IssuingSettings, OwnCertificateSettings, RecordBeforeSigning } from '../settings/index.ts';
import type { CaState, CaStatus } from '../records/index.ts';
import { CaNotActiveError, CaWithoutKeysError, WrongCaKindError } from './errors.ts';

/** The members that authorities of all kinds have. */
export interface CommonAuthority {
  /** The document. */
  readonly id: number;
  /** The number that clients see. */
  readonly publicId: number;
  readonly name: string;
  /** Another one after every change of its settings or its state. */
  readonly revision: string;
  /** The version of its state, which rises with its keys and certificates. */
  readonly stateVersion: number;
  /** As stored: {@link presentStatus} knows of the end of its certificate. */
  readonly status: CaStatus;
  /** The alias that signs certificates and CRLs; empty while there is none. */
  readonly keyAlias: string;
  /** The alias of the key of its alternative signatures; empty while there is none. */
  readonly alternativeKeyAlias: string;
  /** When its certificate ends, seconds since 1970; undefined for one that has none. */
  readonly notAfter: number | undefined;
}

/** An authority whose kind is yet to be looked at. */
export interface AuthorityOfAnyKind extends CommonAuthority {
  readonly kind: string;
}

/** The settings that all kinds of CAs have in common. */
export interface CommonCaSettings extends CaKeySettings, IssuingSettings {
  readonly subject: DistinguishedName;
  readonly description: string;
  readonly recordBeforeSigning: RecordBeforeSigning;
  /** Publishers that get its certificate and its CRLs, each once. */
  readonly publisherIds: readonly number[];
  /** Acts on the CA, and on what it has issued, that others have to approve. */
  readonly approvals: ApprovalSettings;
  /** Contents of its own certificate. */
  readonly certificate: OwnCertificateSettings;
}

/** The settings of a CA that holds keys here. */
export interface WithKeys {
  readonly cryptoTokenId: number;
  readonly signatureAlgorithm: SignatureAlgorithm;
}

/** Returns the members that all kinds have, from a document and its state. */
export function commonAuthority(document: Document<unknown, unknown>, state: CaState): CommonAuthority {
  const { id, publicId, name } = document;
  const { status, keyAlias, alternativeKeyAlias } = state;
  return {
    id,
    publicId,
    name,
    revision: `${document.version}.${state.version}`,
    stateVersion: state.version,
    status,
    keyAlias,
    alternativeKeyAlias,
    notAfter: state.notAfter === 0 ? undefined : state.notAfter,
  };
}

/**
 * Returns the status of a CA at a moment. That a CA has expired follows from its certificate and the clock, so every process sees it at once and
 * nothing has to be stored.
 *
 * @param now - seconds since 1970
 */
export function presentStatus({ status, notAfter }: CommonAuthority, now: number): CaStatus {
  const mayExpire = status === 'ACTIVE' || status === 'OFFLINE';
  return mayExpire && notAfter !== undefined && now > notAfter ? 'EXPIRED' : status;
}

/**
 * Returns the settings of a CA as those of one that holds keys here.
 *
 * @throws {@link CaWithoutKeysError}
 */
export function requireKeys<S extends CommonCaSettings>(name: string, settings: S): S & WithKeys {
  const { cryptoTokenId, signatureAlgorithm } = settings;
  if (cryptoTokenId === undefined || signatureAlgorithm === undefined) throw new CaWithoutKeysError(name);
  return { ...settings, cryptoTokenId, signatureAlgorithm };
}

/**
 * Returns the CA as one of a kind.
 *
 * @throws {@link WrongCaKindError} for a CA of another kind
 */
export function requireKind<A extends AuthorityOfAnyKind>(authority: AuthorityOfAnyKind, kind: A['kind']): A {
  if (authority.kind !== kind) throw new WrongCaKindError(authority.name, authority.kind, kind);
  return authority as A;
}

/**
 * Returns the CA as one that signs.
 *
 * @param canSign - tells whether it has what it signs with
 * @param now - seconds since 1970
 * @throws {@link CaNotActiveError} when its status or the end of its validity forbids it
 */
export function requireSigning<A extends CommonAuthority, S extends A>(
  authority: A,
  canSign: (authority: A) => authority is S,
  now: number,
): S {
  const status = presentStatus(authority, now);
  if (status !== 'ACTIVE' || !canSign(authority)) throw new CaNotActiveError(authority.name, status);
  return authority;
}
