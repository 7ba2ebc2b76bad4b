/** The statements of qualified certificates as values (RFC 3739 §3.2.6, ETSI EN 319 412-5, ETSI TS 119 495). */
import { oid, type Oid } from '../der/index.ts';
import type { GeneralName } from '../general-name/index.ts';

export type QcStatement = KnownQcStatement | OtherQcStatement;

export type KnownQcStatement =
  /** Statement that the names follow RFC 3039 (V1) or RFC 3739 (V2). */
  | (QcSemantics & { readonly type: 'qcSyntaxV1' })
  | (QcSemantics & { readonly type: 'qcSyntaxV2' })
  | { readonly type: 'qcCompliance' }
  /** The private key is in a qualified signature or seal creation device. */
  | { readonly type: 'qcSSCD' }
  | QcLimitValue
  /** For how many years after the certificate's end the issuer keeps its records. */
  | { readonly type: 'qcRetentionPeriod'; readonly years: number }
  | { readonly type: 'qcPDS'; readonly locations: readonly PdsLocation[] }
  /** Purpose of the certificate, one or more of {@link QC_TYPES}. */
  | { readonly type: 'qcType'; readonly types: readonly Oid[] }
  /** The countries under whose law, other than the European Union's, the certificate is qualified: ISO 3166, two letters. */
  | { readonly type: 'qcCClegislation'; readonly countries: readonly string[] }
  | Psd2;

/** Authorities whose rules give the subject's attributes their meaning (SemanticsInformation). */
export interface QcSemantics {
  /** Such as one of {@link QC_SEMANTICS}. */
  readonly semanticsIdentifier?: Oid;
  readonly nameRegistrationAuthorities?: readonly GeneralName[];
}

/** The largest transaction: `amount` times ten to the power of `exponent`. */
export interface QcLimitValue {
  readonly type: 'qcLimitValue';
  /** The ISO 4217 code: three letters, or its number of 1 to 999. */
  readonly currency: string | number;
  readonly amount: bigint;
  readonly exponent: bigint;
}

/** Address of a PKI disclosure statement. */
export interface PdsLocation {
  readonly url: string;
  /** The ISO 639-1 code, two letters. */
  readonly language: string;
}

/** A payment service provider under PSD2 (ETSI TS 119 495 §5.1). */
export interface Psd2 {
  readonly type: 'psd2';
  readonly roles: readonly Psd2Role[];
  /** The competent authority's name and identifier, each of 1 to 256 characters. */
  readonly ncaName: string;
  readonly ncaId: string;
}

/** A role by its identifier and its name, as {@link PSD2_ROLES} pairs them. */
export interface Psd2Role {
  readonly roleId: Oid;
  readonly name: string;
}

/** A statement of another kind: its identifier and, when it has one, the DER of its value. */
export interface OtherQcStatement {
  readonly type: 'other';
  readonly statementId: Oid;
  readonly statementInfo?: Uint8Array;
}

/** The types of qualified certificates (ETSI EN 319 412-5 §4.2.3). */
export const QC_TYPES = {
  esign: oid('0.4.0.1862.1.6.1'),
  eseal: oid('0.4.0.1862.1.6.2'),
  web: oid('0.4.0.1862.1.6.3'),
} as const;

/** Rules for the subject's identifiers (ETSI EN 319 412-1 §5.1). */
export const QC_SEMANTICS = {
  natural: oid('0.4.0.194121.1.1'),
  legal: oid('0.4.0.194121.1.2'),
  eidasNatural: oid('0.4.0.194121.1.3'),
  eidasLegal: oid('0.4.0.194121.1.4'),
} as const;

/** The roles of payment service providers, by the names that stand beside them (ETSI TS 119 495 §5.1). */
export const PSD2_ROLES = {
  /** account servicing */
  PSP_AS: oid('0.4.0.19495.1.1'),
  /** payment initiation */
  PSP_PI: oid('0.4.0.19495.1.2'),
  /** account information */
  PSP_AI: oid('0.4.0.19495.1.3'),
  /** issuing of card-based payment instruments */
  PSP_IC: oid('0.4.0.19495.1.4'),
} as const;
