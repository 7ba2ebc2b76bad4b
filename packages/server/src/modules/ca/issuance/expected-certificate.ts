import type { DistinguishedName, Extension, GeneralName, PublicKey, SerialNumber } from '@sealwright/pki';
import type { CertificateProfile } from '../../profiles/index.ts';
import type { X509CaSettings } from '../authorities/index.ts';

/** The documents and the order that a certificate is made of: a lint holds the certificate against them. */
export interface ExpectedCertificate {
  readonly profile: CertificateProfile;
  readonly settings: Pick<X509CaSettings, 'signatureAlgorithm' | 'crl' | 'caIssuerUris' | 'ocspUris'>;
  readonly issuer: {
    readonly subject: DistinguishedName;
    readonly keyIdentifier: Uint8Array;
    /** Undefined for a certificate that is signed with its own key. */
    readonly certificate?: { readonly notBefore: number; readonly notAfter: number } | undefined;
  };
  readonly serialNumber: SerialNumber;
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly alternativeNames: readonly GeneralName[];
  /** Extensions from the settings of the CA that the certificate is for, or from its end entity. No profile writes them. */
  readonly ownExtensions: readonly Extension[];
  /** Partition of the CRL that lists it. */
  readonly crlPartition: number;
  /** True when the CA adds a signature of a second key (X.509 §9.8). */
  readonly hasAlternativeSignature: boolean;
  /** The moment of the issuance, seconds since 1970. */
  readonly now: number;
}
