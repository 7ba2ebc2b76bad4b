/** A CA that issues X.509 certificates and CRLs. */
import {
  Certificate,
  parsePublicKey,
  PkiError,
  type PublicKey,
  subjectAltPublicKeyInfo,
  subjectKeyIdentifier,
} from '@sealwright/pki';
import type { Document } from '../../configuration/index.ts';
import type { CaaSettings, CrlSettings, LocationSettings, OcspSettings } from '../settings/index.ts';
import type { CaState } from '../records/index.ts';
import {
  ACTIVE_OR_OFFLINE,
  type AuthorityOfAnyKind,
  type CommonAuthority,
  type CommonCaSettings,
  type WithKeys,
  commonAuthority,
  presentStatus,
  requireKind,
  requireSigning,
} from './common-authority.ts';
import { CaNotActiveError } from './errors.ts';

export interface X509CaSettings extends CommonCaSettings, LocationSettings {
  readonly kind: 'X509';
  readonly crl: CrlSettings;
  readonly caa: CaaSettings;
  readonly ocsp: OcspSettings;
}

export interface X509Authority extends CommonAuthority {
  readonly kind: 'X509';
  readonly settings: X509CaSettings;
  /** Chain with its own certificate first and the root last; empty while it waits for a certificate. */
  readonly chain: readonly Certificate[];
  /** Certificate under which it signs; undefined while it waits for one. */
  readonly issuer: Issuer | undefined;
}

/** The certificate under which a CA signs, with the values that issued certificates repeat. */
export interface Issuer {
  readonly certificate: Certificate;
  /** Subject key identifier of its certificate, else the hash of its key (RFC 5280 §4.2.1.1). */
  readonly keyIdentifier: Uint8Array;
  /** SHA-1 fingerprint of the certificate. */
  readonly sha1: Uint8Array;
  /** Public key of its alternative signatures, from the certificate (X.509 §9.8.2); undefined if nobody could verify one. */
  readonly alternativePublicKey: PublicKey | undefined;
}

/** A CA that can sign. */
export interface SigningAuthority extends X509Authority {
  readonly settings: X509CaSettings & WithKeys;
  readonly issuer: Issuer;
}

/** Builds the authority from its document and its state. */
export function x509AuthorityOf(
  document: Document<unknown, unknown>,
  settings: X509CaSettings,
  state: CaState,
): X509Authority {
  const chain = state.chain.map((der) => Certificate.parse(der));
  return {
    ...commonAuthority(document, state),
    kind: 'X509',
    settings,
    chain,
    issuer: issuerOf(chain),
  };
}

/** Narrows a CA to an X.509 CA. @throws {@link WrongCaKindError} */
export function requireX509(authority: AuthorityOfAnyKind): X509Authority {
  return requireKind(authority, 'X509');
}

/** Narrows a CA to an X.509 CA that can sign at `now`, seconds since 1970. @throws {@link WrongCaKindError}, {@link CaNotActiveError} */
export function requireActive(authority: AuthorityOfAnyKind, now: number): SigningAuthority {
  return requireSigning(requireX509(authority), canSign, now);
}

/** As {@link requireActive}, also for a CA that is offline: it can sign when it is online again. */
export function requireActiveOrOffline(authority: AuthorityOfAnyKind, now: number): SigningAuthority {
  return requireSigning(requireX509(authority), canSign, now, ACTIVE_OR_OFFLINE);
}

/**
 * Tells whether the CA makes CRLs now. A revoked CA does so until its certificate expires, because relying parties need its CRLs more than ever.
 *
 * @param now - seconds since 1970
 */
export function signsCrls(authority: AuthorityOfAnyKind, now: number): authority is SigningAuthority {
  if (!isX509(authority) || !canSign(authority)) return false;
  const { status, notAfter } = authority;
  return presentStatus(authority, now) === 'ACTIVE' || (status === 'REVOKED' && now <= notAfter!);
}

/**
 * Narrows a CA to one that signs CRLs.
 *
 * @param now - seconds since 1970
 * @throws {@link WrongCaKindError}, {@link CaNotActiveError}
 */
export function requireCrlSigner(authority: AuthorityOfAnyKind, now: number): SigningAuthority {
  const found = requireX509(authority);
  if (signsCrls(found, now)) return found;
  throw new CaNotActiveError(found.name, presentStatus(found, now));
}

/** Returns the issuer for a chain; undefined for an empty chain. */
export function issuerOf([certificate]: readonly Certificate[]): Issuer | undefined {
  if (certificate === undefined) return undefined;
  return {
    certificate,
    keyIdentifier: certificate.extension(subjectKeyIdentifier) ?? certificate.publicKey.keyIdentifier,
    sha1: Uint8Array.fromHex(certificate.sha1Fingerprint),
    alternativePublicKey: alternativeKeyOf(certificate),
  };
}

/** Reads the alternative key. That of an external CA may be of an unsupported kind; nothing is signed with it here. */
function alternativeKeyOf(certificate: Certificate): PublicKey | undefined {
  try {
    const der = certificate.extension(subjectAltPublicKeyInfo);
    return der && parsePublicKey(der);
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function canSign(authority: X509Authority): authority is SigningAuthority {
  const { issuer, settings } = authority;
  return issuer !== undefined && settings.cryptoTokenId !== undefined && settings.signatureAlgorithm !== undefined;
}

function isX509(authority: AuthorityOfAnyKind): authority is X509Authority {
  return authority.kind === 'X509';
}
