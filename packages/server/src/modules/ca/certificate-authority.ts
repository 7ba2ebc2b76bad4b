/** A CA as use cases work with it: its settings and its present state together. */
import {
  type Certificate,
  type DistinguishedName,
  type SignatureAlgorithm,
  subjectKeyIdentifier,
} from '@sealwright/pki';
import type { CaStatus } from './ca-state.ts';
import type { CrlSettings, RecordBeforeSigning } from './crl-settings.ts';
import { CaNotActiveError } from './errors.ts';

/** The settings of a CA, checked. Durations in seconds. */
export interface CaSettings {
  readonly subject: DistinguishedName;
  /** The document of the crypto token that holds its keys. */
  readonly cryptoTokenId: number;
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** Octets of the serial numbers that it gives, 8 to 20. */
  readonly serialNumberOctets: number;
  readonly crl: CrlSettings;
  readonly recordBeforeSigning: RecordBeforeSigning;
  readonly enforceUniquePublicKeys: boolean;
  readonly enforceUniqueSubjects: boolean;
  /** Whether an end entity that got its certificate cannot enrol again before it is edited. */
  readonly finishEndEntities: boolean;
  readonly allowRevocationReasonChange: boolean;
  readonly allowInvalidityDate: boolean;
  /** For profiles that say "as the CA defines", as are those of OCSP and the distribution points of `crl`. */
  readonly caIssuerUris: readonly string[];
  readonly ocspUris: readonly string[];
}

/** A CA with its state as of one configuration epoch. Immutable. */
export interface CertificateAuthority {
  /** The document. */
  readonly id: number;
  /** What clients see. */
  readonly publicId: number;
  readonly name: string;
  readonly settings: CaSettings;
  readonly status: CaStatus;
  /** The alias that signs certificates and CRLs. */
  readonly keyAlias: string;
  /** Its own certificate first, the root last; empty while it waits for one. */
  readonly chain: readonly Certificate[];
  /** What it signs under; undefined while it waits for its certificate. */
  readonly issuer: Issuer | undefined;
}

/** The certificate that a CA signs under, and what every certificate under it repeats. */
export interface Issuer {
  readonly certificate: Certificate;
  /** The one in its certificate, else the hash of its key (RFC 5280 §4.2.1.1). */
  readonly keyIdentifier: Uint8Array;
  /** SHA-1 of the certificate. */
  readonly sha1: Uint8Array;
}

/** A CA that may sign now. */
export interface SigningAuthority extends CertificateAuthority {
  readonly issuer: Issuer;
}

/** What a CA signs under, given its chain. */
export function issuerOf([certificate]: readonly Certificate[]): Issuer | undefined {
  if (certificate === undefined) return undefined;
  return {
    certificate,
    keyIdentifier: certificate.extension(subjectKeyIdentifier) ?? certificate.publicKey.keyIdentifier,
    sha1: Uint8Array.fromHex(certificate.sha1Fingerprint),
  };
}

/**
 * The CA as one that signs.
 *
 * @param now - seconds since 1970
 * @throws {@link CaNotActiveError} when its status or the end of its certificate forbids it
 */
export function requireActive(authority: CertificateAuthority, now: number): SigningAuthority {
  if (!hasIssuer(authority) || authority.status !== 'ACTIVE')
    throw new CaNotActiveError(authority.name, authority.status);
  if (now > authority.issuer.certificate.notAfter) throw new CaNotActiveError(authority.name, 'EXPIRED');
  return authority;
}

function hasIssuer(authority: CertificateAuthority): authority is SigningAuthority {
  return authority.issuer !== undefined;
}
