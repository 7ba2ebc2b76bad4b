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
  /** Its own certificate first, the root last; empty while it waits for one. */
  readonly chain: readonly Certificate[];
  /** The certificate that it signs under; undefined while it waits for one. */
  readonly issuer: Issuer | undefined;
}

/** The certificate that a CA signs under, and what every certificate under it repeats. */
export interface Issuer {
  readonly certificate: Certificate;
  /** The one in its certificate, else the hash of its key (RFC 5280 §4.2.1.1). */
  readonly keyIdentifier: Uint8Array;
  /** SHA-1 of the certificate. */
  readonly sha1: Uint8Array;
  /** The key of its alternative signatures, as the certificate has it (X.509 §9.8.2); undefined: nobody could verify one. */
  readonly alternativePublicKey: PublicKey | undefined;
}

/** A CA that may sign now. */
export interface SigningAuthority extends X509Authority {
  readonly settings: X509CaSettings & WithKeys;
  readonly issuer: Issuer;
}

/** Makes the authority of its document and its state. */
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

/** Returns the CA as one of X.509. @throws {@link WrongCaKindError} */
export function requireX509(authority: AuthorityOfAnyKind): X509Authority {
  return requireKind(authority, 'X509');
}

/** Returns the CA as one that signs at `now`, seconds since 1970. @throws {@link WrongCaKindError}, {@link CaNotActiveError} */
export function requireActive(authority: AuthorityOfAnyKind, now: number): SigningAuthority {
  return requireSigning(requireX509(authority), canSign, now);
}

/**
 * Tells whether the CA makes CRLs now. One that is revoked does until its certificate ends: relying parties of what it has issued ask for them
 * more than ever.
 *
 * @param now - seconds since 1970
 */
export function signsCrls(authority: AuthorityOfAnyKind, now: number): authority is SigningAuthority {
  if (!isX509(authority) || !canSign(authority)) return false;
  const { status, notAfter } = authority;
  return presentStatus(authority, now) === 'ACTIVE' || (status === 'REVOKED' && now <= notAfter!);
}

/**
 * Returns the CA as one that signs CRLs.
 *
 * @param now - seconds since 1970
 * @throws {@link WrongCaKindError}, {@link CaNotActiveError}
 */
export function requireCrlSigner(authority: AuthorityOfAnyKind, now: number): SigningAuthority {
  const found = requireX509(authority);
  if (signsCrls(found, now)) return found;
  throw new CaNotActiveError(found.name, presentStatus(found, now));
}

/** Returns the issuer that a CA with that chain is. */
export function issuerOf([certificate]: readonly Certificate[]): Issuer | undefined {
  if (certificate === undefined) return undefined;
  return {
    certificate,
    keyIdentifier: certificate.extension(subjectKeyIdentifier) ?? certificate.publicKey.keyIdentifier,
    sha1: Uint8Array.fromHex(certificate.sha1Fingerprint),
    alternativePublicKey: alternativeKeyOf(certificate),
  };
}

/** Reads the alternative key; that of a CA elsewhere may be of a kind that is not known here, and nothing is signed with it. */
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
