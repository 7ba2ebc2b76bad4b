/** A CA that issues card verifiable certificates: a country verifying CA or a document verifier (BSI TR-03110 part 3 §2). */
import { CvCertificate, type CvPublicKey, type HolderReference } from '@sealwright/pki';
import type { Document } from '../../configuration/index.ts';
import type { CaState } from '../records/index.ts';
import {
  ACTIVE_OR_OFFLINE,
  type AuthorityOfAnyKind,
  type CommonAuthority,
  type CommonCaSettings,
  type WithKeys,
  commonAuthority,
  requireKind,
  requireSigning,
} from './common-authority.ts';
import type { CvcNameSettings } from './cvc-settings.ts';

export interface CvcCaSettings extends CommonCaSettings, CvcNameSettings {
  readonly kind: 'CVC';
}

export interface CvcAuthority extends CommonAuthority {
  readonly kind: 'CVC';
  readonly settings: CvcCaSettings;
  /** Chain with its own certificate first and that of its country verifying CA last; empty while it waits for a certificate. */
  readonly chain: readonly CvCertificate[];
  /** Certificate under which it signs; undefined while it waits for one. */
  readonly issuer: CvIssuer | undefined;
}

/** The certificate under which a CVC CA signs. */
export interface CvIssuer {
  readonly certificate: CvCertificate;
  /** Public key with the domain parameters that it inherits. */
  readonly publicKey: CvPublicKey;
  readonly reference: HolderReference;
}

/** A CVC CA that can sign. */
export interface CvcSigningAuthority extends CvcAuthority {
  readonly settings: CvcCaSettings & WithKeys;
  readonly issuer: CvIssuer;
}

/** Builds the authority from its document and its state. */
export function cvcAuthorityOf(
  document: Document<unknown, unknown>,
  settings: CvcCaSettings,
  state: CaState,
): CvcAuthority {
  const chain = state.chain.map((der) => CvCertificate.parse(der));
  return { ...commonAuthority(document, state), kind: 'CVC', settings, chain, issuer: issuerOf(chain) };
}

/** Narrows a CA to a CVC CA. @throws {@link WrongCaKindError} */
export function requireCvc(authority: AuthorityOfAnyKind): CvcAuthority {
  return requireKind(authority, 'CVC');
}

/** Narrows a CA to a CVC CA that can sign at `now`, seconds since 1970. @throws {@link WrongCaKindError}, {@link CaNotActiveError} */
export function requireActiveCvc(authority: AuthorityOfAnyKind, now: number): CvcSigningAuthority {
  return requireSigning(requireCvc(authority), canSign, now);
}

/** As {@link requireActiveCvc}, also for a CA that is offline: it can sign when it is online again. */
export function requireActiveOrOfflineCvc(authority: AuthorityOfAnyKind, now: number): CvcSigningAuthority {
  return requireSigning(requireCvc(authority), canSign, now, ACTIVE_OR_OFFLINE);
}

function issuerOf(chain: readonly CvCertificate[]): CvIssuer | undefined {
  const [certificate] = chain;
  if (certificate === undefined) return undefined;
  const publicKey = chain
    .toReversed()
    .reduce((above, { publicKey: own }) => own.inheriting(above), chain.at(-1)!.publicKey);
  return { certificate, publicKey, reference: certificate.holder };
}

function canSign(authority: CvcAuthority): authority is CvcSigningAuthority {
  const { issuer, settings } = authority;
  return issuer !== undefined && settings.cryptoTokenId !== undefined && settings.signatureAlgorithm !== undefined;
}
