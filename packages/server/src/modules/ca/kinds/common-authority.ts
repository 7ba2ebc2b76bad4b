/** Members common to CAs of all kinds, and the status derived from them. */
import type { DistinguishedName, SignatureAlgorithm } from '@sealwright/pki';
import type { ApprovalSettings } from '../../approvals/index.ts';
import type { Document } from '../../configuration/index.ts';
import type { CaKeySettings, IssuingSettings, OwnCertificateSettings, RecordBeforeSigning } from '../settings/index.ts';
import type { CaState, CaStatus } from '../records/index.ts';
import { CaNotActiveError, CaWithoutKeysError, WrongCaKindError } from './errors.ts';

/** Members of authorities of all kinds. */
export interface CommonAuthority {
  /** Id of the document. */
  readonly id: number;
  /** The public id. */
  readonly publicId: number;
  readonly name: string;
  /** Changes with every change of its settings or its state. */
  readonly revision: string;
  /** Version of its state, which rises with each change of keys or certificates. */
  readonly stateVersion: number;
  /** Status as stored; {@link presentStatus} also considers expiry. */
  readonly status: CaStatus;
  /** Alias of the key for certificates and CRLs; empty if it has none. */
  readonly keyAlias: string;
  /** Alias of the key for alternative signatures; empty if it has none. */
  readonly alternativeKeyAlias: string;
  /** End of its certificate's validity, seconds since 1970; undefined without a certificate. */
  readonly notAfter: number | undefined;
}

/** An authority whose kind is not known yet. */
export interface AuthorityOfAnyKind extends CommonAuthority {
  readonly kind: string;
}

/** Settings common to CAs of all kinds. */
export interface CommonCaSettings extends CaKeySettings, IssuingSettings {
  readonly subject: DistinguishedName;
  readonly description: string;
  readonly recordBeforeSigning: RecordBeforeSigning;
  /** Publishers of its certificate and its CRLs, without duplicates. */
  readonly publisherIds: readonly number[];
  /** Acts on the CA, and on certificates that it has issued, that need approval. */
  readonly approvals: ApprovalSettings;
  /** Contents of its own certificate. */
  readonly certificate: OwnCertificateSettings;
}

/** Settings of a CA with keys in this installation. */
export interface WithKeys {
  readonly cryptoTokenId: number;
  readonly signatureAlgorithm: SignatureAlgorithm;
}

/** Returns the members common to all kinds, from a document and its state. */
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
 * Returns the status of a CA at a moment. Expiry follows from its certificate and the clock, so every process sees it at once and nothing has to be
 * stored.
 *
 * @param now - seconds since 1970
 */
export function presentStatus({ status, notAfter }: CommonAuthority, now: number): CaStatus {
  const mayExpire = status === 'ACTIVE' || status === 'OFFLINE';
  return mayExpire && notAfter !== undefined && now > notAfter ? 'EXPIRED' : status;
}

/**
 * Returns the settings of a CA that has keys here.
 *
 * @throws {@link CaWithoutKeysError}
 */
export function requireKeys<S extends CommonCaSettings>(name: string, settings: S): S & WithKeys {
  const { cryptoTokenId, signatureAlgorithm } = settings;
  if (cryptoTokenId === undefined || signatureAlgorithm === undefined) throw new CaWithoutKeysError(name);
  return { ...settings, cryptoTokenId, signatureAlgorithm };
}

/**
 * Narrows a CA to one kind.
 *
 * @throws {@link WrongCaKindError} for a CA of another kind
 */
export function requireKind<A extends AuthorityOfAnyKind>(authority: AuthorityOfAnyKind, kind: A['kind']): A {
  if (authority.kind !== kind) throw new WrongCaKindError(authority.name, authority.kind, kind);
  return authority as A;
}

/** Statuses of a CA that signs now, or will when it is taken online again. */
export const ACTIVE_OR_OFFLINE: readonly CaStatus[] = ['ACTIVE', 'OFFLINE'];

/**
 * Narrows a CA to one that can sign.
 *
 * @param canSign - tells whether it has everything needed to sign
 * @param now - seconds since 1970
 * @param statuses - that it may have
 * @throws {@link CaNotActiveError} if its status or its expiry forbids it
 */
export function requireSigning<A extends CommonAuthority, S extends A>(
  authority: A,
  canSign: (authority: A) => authority is S,
  now: number,
  statuses: readonly CaStatus[] = ['ACTIVE'],
): S {
  const status = presentStatus(authority, now);
  if (!statuses.includes(status) || !canSign(authority)) throw new CaNotActiveError(authority.name, status);
  return authority;
}
