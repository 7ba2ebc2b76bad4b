/** A certificate profile as issuance works with it: every setting parsed and checked. */
import type { Extension, KeyUsage, Oid, SignatureAlgorithm } from '@sealwright/pki';
import type { ApprovalSettings } from '../../approvals/index.ts';
import type { CvCertificateRules } from './settings/cvc-settings.ts';
import type { NameRules } from './settings/name-rules.ts';
import type { SshCertificateRules } from './settings/ssh-settings.ts';

/** Purposes of certificates of a profile. */
export type CertificateProfileType = 'END_ENTITY' | 'SUB_CA' | 'ROOT_CA';

/** Formats of certificates of a profile. */
export type CertificateFormat = 'X.509' | 'SSH' | 'ITS';

/** Lifetime of certificates: a length of time from notBefore, or a fixed end. Seconds. */
export type CertificateLifetime =
  | { readonly kind: 'relative'; readonly seconds: number }
  | { readonly kind: 'until'; readonly notAfter: number };

/** URIs of an extension: those of the profile, or those that the CA's settings define. */
export type UriSource = { readonly from: 'profile'; readonly uris: readonly string[] } | { readonly from: 'ca' };

/** See {@link CertificateProfile.expirationRestriction}. */
export interface ExpirationRestriction {
  readonly weekdays: ReadonlySet<number>;
  readonly move: 'before' | 'after';
}

/** See {@link CertificateProfile.extensionOverride}. */
export interface ExtensionOverride {
  /** Undefined: all but those of `never`. */
  readonly only: ReadonlySet<Oid> | undefined;
  readonly never: ReadonlySet<Oid>;
}

/** An extension that is the same in every certificate of a profile, with the setting that has it written. */
export interface ConstantExtension extends Extension {
  readonly setting: string;
}

/** A certificate profile, checked. The document carries its id and name. */
export interface CertificateProfile {
  readonly type: CertificateProfileType;
  /** Whatever issues certificates of one format refuses profiles of another. */
  readonly format: CertificateFormat;
  /** Baseline Requirements of the CA/Browser Forum that its certificates follow. */
  readonly baselineRequirements: 'NONE' | 'TLS' | 'SMIME' | 'CODE_SIGNING';
  /** Names of lint rules that only warn. */
  readonly lintExceptions: ReadonlySet<string>;
  /** Document ids, or any CA. */
  readonly availableCas: ReadonlySet<number> | 'any';
  readonly lifetime: CertificateLifetime;
  /** Seconds that notBefore lies before now; negative lies after. */
  readonly backdateSeconds: number;
  /** True when a caller may ask for notBefore and notAfter. */
  readonly allowValidityOverride: boolean;
  /** Days of the week (0 Sunday) on which certificates may not expire, and where to go instead; undefined: any day. */
  readonly expirationRestriction: ExpirationRestriction | undefined;
  /** Which extensions a request may bring; undefined: none. */
  readonly extensionOverride: ExtensionOverride | undefined;
  readonly allowKeyUsageOverride: boolean;
  /** True when the subject of the request is taken in place of the end entity's. */
  readonly allowSubjectOverride: boolean;
  /** True when a subject that the end entity's record gives in raw form is taken as it is. */
  readonly allowSubjectOverrideByEndEntity: boolean;
  readonly allowSerialNumberOverride: boolean;
  readonly allowBackdatedRevocation: boolean;
  readonly storage: {
    readonly certificates: boolean;
    readonly certificateData: boolean;
    readonly subjectAlternativeNames: boolean;
  };
  /** True when subjects are written in the order of LDAP: the last component of the text first. */
  readonly ldapDnOrder: boolean;
  /** Publishers that get its certificates, each once. */
  readonly publisherIds: readonly number[];
  readonly accountBindingNamespaces: readonly string[];
  /** Undefined: as the CA signs. */
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  readonly singleActiveCertificate: boolean;
  /** Names of key algorithms; undefined: any. */
  readonly keyAlgorithms: ReadonlySet<string> | undefined;
  /** Sizes of keys whose algorithm has sizes; undefined: any. */
  readonly keyBits: ReadonlySet<number> | undefined;
  /** Names of curves; undefined: any. */
  readonly curves: ReadonlySet<string> | undefined;
  /** Undefined: no basicConstraints. */
  readonly basicConstraints: { readonly critical: boolean; readonly pathLength: number | undefined } | undefined;
  readonly subjectKeyIdentifier: boolean;
  readonly authorityKeyIdentifier: boolean;
  readonly keyUsage: { readonly critical: boolean; readonly usages: readonly KeyUsage[] } | undefined;
  readonly extendedKeyUsage: { readonly critical: boolean; readonly purposes: readonly Oid[] } | undefined;
  readonly subjectAltName: { readonly critical: boolean } | undefined;
  readonly nameRules: NameRules;
  /** Treatment of names whose CAA records do not permit them, or are not known. `NONE`: nobody looks. */
  readonly caaCheck: 'NONE' | 'WARN' | 'REFUSE';
  /** True when a CA that is an end entity may have name constraints. */
  readonly nameConstraints: boolean;
  readonly crlDistributionPoints: { readonly critical: boolean; readonly source: UriSource } | undefined;
  /** Addresses of the delta CRL; undefined: no freshestCRL. */
  readonly freshestCrl: UriSource | undefined;
  readonly authorityInfoAccess: { readonly ocsp: UriSource; readonly caIssuers: UriSource } | undefined;
  /** Extensions that are the same in every certificate of the profile: policies, QC statements, OCSP no-check, ... */
  readonly constantExtensions: readonly ConstantExtension[];
  /** Undefined: no privateKeyUsagePeriod. Offsets from the certificate's notBefore, seconds. */
  readonly privateKeyUsage:
    | { readonly startOffset: number | undefined; readonly lifetime: number | undefined }
    | undefined;
  /** Rules for the format SSH. */
  readonly ssh: SshCertificateRules | undefined;
  /** Rules for card verifiable certificates, which have profiles of the format X.509. */
  readonly cvc: CvCertificateRules;
  /** Acts on a certificate of the profile that others must approve. */
  readonly approvals: ApprovalSettings;
}
