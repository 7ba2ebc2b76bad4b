import type { DistinguishedName, Extension, GeneralName, PublicKey, SerialNumber } from '@sealwright/pki';
import type { CertificateProfile } from '../../profiles/index.ts';
import type { X509CaSettings } from '../kinds/index.ts';

/** The documents and the order from which a certificate is built, with which a lint compares it. */
export interface ExpectedCertificate {
  readonly profile: CertificateProfile;
  readonly settings: Pick<X509CaSettings, 'signatureAlgorithm' | 'crl' | 'caIssuerUris' | 'ocspUris'>;
  readonly issuer: {
    readonly subject: DistinguishedName;
    readonly keyIdentifier: Uint8Array;
    /** Undefined for a self-signed certificate. */
    readonly certificate?:
      | { readonly notBefore: number; readonly notAfter: number; readonly extensions: readonly Extension[] }
      | undefined;
  };
  readonly serialNumber: SerialNumber;
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly alternativeNames: readonly GeneralName[];
  /** Extensions from the settings of the CA to be certified, or from the end entity. No profile adds them. */
  readonly ownExtensions: readonly Extension[];
  /** Partition of the CRL that lists it. */
  readonly crlPartition: number;
  /** True if the CA adds an alternative signature with a second key (X.509 §9.8). */
  readonly hasAlternativeSignature: boolean;
  /** Time of issuance, seconds since 1970. */
  readonly now: number;
}
