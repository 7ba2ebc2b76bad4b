/** A certificate profile as issuance uses it, with every setting parsed and validated. */
import type { Extension, KeyUsage, Oid, QcStatement, SignatureAlgorithm } from '@sealwright/pki';
import type { ApprovalSettings } from '../../approvals/index.ts';
import type { EndEntityExtension } from '../common/index.ts';
import type { CertificateNameRules } from './certificate-names.ts';
import type { CvCertificateRules } from './settings/cvc-settings.ts';
import type { NameRules } from './settings/name-rules.ts';
import type { SshCertificateRules } from './settings/ssh-settings.ts';

/** Certificate types of profiles. */
export type CertificateProfileType = 'END_ENTITY' | 'SUB_CA' | 'ROOT_CA';

/** Certificate formats of profiles. */
export type CertificateFormat = 'X.509' | 'SSH' | 'ITS';

/** Lifetime of certificates: a duration from notBefore, or a fixed end. Seconds. */
export type CertificateLifetime =
  | { readonly kind: 'relative'; readonly seconds: number }
  | { readonly kind: 'until'; readonly notAfter: number };

/** URIs of an extension, from the profile or from the CA's settings. */
export type UriSource = { readonly from: 'profile'; readonly uris: readonly string[] } | { readonly from: 'ca' };

/** See {@link CertificateProfile.expirationRestriction}. */
export interface ExpirationRestriction {
  readonly weekdays: ReadonlySet<number>;
  readonly move: 'before' | 'after';
}

/** See {@link CertificateProfile.extensionOverride}. */
export interface ExtensionOverride {
  /** Undefined for all except those in `never`. */
  readonly only: ReadonlySet<Oid> | undefined;
  readonly never: ReadonlySet<Oid>;
}

/** An extension that is the same in every certificate of a profile, and the setting that causes it. */
export interface ConstantExtension extends Extension {
  readonly setting: string;
}

/** A validated certificate profile. Its document has the id and name. */
export interface CertificateProfile {
  readonly type: CertificateProfileType;
  /** Certificate format. Issuance of one format refuses profiles of another. */
  readonly format: CertificateFormat;
  /** Baseline Requirements of the CA/Browser Forum for its certificates. */
  readonly baselineRequirements: 'NONE' | 'TLS' | 'SMIME' | 'CODE_SIGNING';
  /** Names of lint rules that only warn. */
  readonly lintExceptions: ReadonlySet<string>;
  /** Ids of CAs, or any CA. */
  readonly availableCas: ReadonlySet<number> | 'any';
  readonly lifetime: CertificateLifetime;
  /** Seconds by which notBefore precedes now; negative if it follows. */
  readonly backdateSeconds: number;
  /** True if requests may ask for notBefore and notAfter. */
  readonly allowValidityOverride: boolean;
  /** Days of the week (0 is Sunday) on which certificates may not expire, and the direction in which to move; undefined for no restriction. */
  readonly expirationRestriction: ExpirationRestriction | undefined;
  /** Extensions that requests may contain; undefined for none. */
  readonly extensionOverride: ExtensionOverride | undefined;
  readonly allowKeyUsageOverride: boolean;
  /** True if the subject of the request replaces that of the end entity. */
  readonly allowSubjectOverride: boolean;
  /** True if a raw subject in the end entity's record is used unchanged. */
  readonly allowSubjectOverrideByEndEntity: boolean;
  readonly allowSerialNumberOverride: boolean;
  readonly allowBackdatedRevocation: boolean;
  readonly storage: {
    readonly certificates: boolean;
    readonly certificateData: boolean;
    readonly subjectAlternativeNames: boolean;
  };
  /** Rules by which the names of a certificate follow from those of its end entity; undefined: they are the same. */
  readonly names: CertificateNameRules | undefined;
  /** True if subjects are encoded in LDAP order, with the last component of the text first. */
  readonly ldapDnOrder: boolean;
  /** Publishers of its certificates, without duplicates. */
  readonly publisherIds: readonly number[];
  readonly accountBindingNamespaces: readonly string[];
  /** Undefined for the signature algorithm of the CA. */
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  readonly singleActiveCertificate: boolean;
  /** Names of key algorithms; undefined for any. */
  readonly keyAlgorithms: ReadonlySet<string> | undefined;
  /** Key sizes, for algorithms that have sizes; undefined for any. */
  readonly keyBits: ReadonlySet<number> | undefined;
  /** Names of curves; undefined for any. */
  readonly curves: ReadonlySet<string> | undefined;
  /** Undefined for no basicConstraints. */
  readonly basicConstraints: { readonly critical: boolean; readonly pathLength: number | undefined } | undefined;
  readonly subjectKeyIdentifier: boolean;
  readonly authorityKeyIdentifier: boolean;
  readonly keyUsage: { readonly critical: boolean; readonly usages: readonly KeyUsage[] } | undefined;
  readonly extendedKeyUsage: { readonly critical: boolean; readonly purposes: readonly Oid[] } | undefined;
  readonly subjectAltName: { readonly critical: boolean } | undefined;
  /** True when the alternative names of the CA are written. */
  readonly issuerAltName: boolean;
  readonly nameRules: NameRules;
  /** Treatment of names whose CAA records do not permit the CA, or could not be looked up. `NONE`: no CAA check. */
  readonly caaCheck: 'NONE' | 'WARN' | 'REFUSE';
  /** True if a CA that is an end entity may have name constraints. */
  readonly nameConstraints: boolean;
  readonly crlDistributionPoints: { readonly critical: boolean; readonly source: UriSource } | undefined;
  /** Addresses of the delta CRL; undefined for no freshestCRL. */
  readonly freshestCrl: UriSource | undefined;
  readonly authorityInfoAccess: { readonly ocsp: UriSource; readonly caIssuers: UriSource } | undefined;
  /** Extensions that are the same in every certificate of the profile: policies, QC statements, OCSP no-check, ... */
  readonly constantExtensions: readonly ConstantExtension[];
  /** Extensions that end entities may have the values of. */
  readonly endEntityExtensions: ReadonlySet<EndEntityExtension>;
  /** QC statements of every certificate, in addition to that of an end entity; undefined: there are none. */
  readonly qualified: { readonly critical: boolean; readonly statements: readonly QcStatement[] } | undefined;
  /** Offsets from the certificate's notBefore in seconds; undefined for no privateKeyUsagePeriod. */
  readonly privateKeyUsage:
    | { readonly startOffset: number | undefined; readonly lifetime: number | undefined }
    | undefined;
  /** Rules for SSH certificates. */
  readonly ssh: SshCertificateRules | undefined;
  /** Rules for card verifiable certificates, whose profiles have the format X.509. */
  readonly cvc: CvCertificateRules;
  /** Acts on certificates of the profile that need approval. */
  readonly approvals: ApprovalSettings;
}
