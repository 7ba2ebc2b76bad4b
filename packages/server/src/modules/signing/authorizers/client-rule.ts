/** Rules for the client certificates that a worker admits: a value of a field of the certificate, and the CA that issued it. */

/** The certificate fields that rules can match, under the names of SignServer. */
export const CLIENT_FIELDS = [
  'CERTIFICATE_SERIALNO',
  'SUBJECT_RDN_C',
  'SUBJECT_RDN_DC',
  'SUBJECT_RDN_ST',
  'SUBJECT_RDN_L',
  'SUBJECT_RDN_O',
  'SUBJECT_RDN_OU',
  'SUBJECT_RDN_TITLE',
  'SUBJECT_RDN_SERIALNO',
  'SUBJECT_RDN_CN',
  'SUBJECT_RDN_UID',
  'SUBJECT_RDN_E',
  'SUBJECT_ALTNAME_RFC822NAME',
  'SUBJECT_ALTNAME_MSUPN',
] as const;

export type ClientField = (typeof CLIENT_FIELDS)[number];

/** One rule. A client has to match at least one. */
export interface ClientRule {
  readonly subjectField: ClientField;
  /** Exact value, case-sensitive; for a serial number, hexadecimal in any letter case. */
  readonly subjectValue: string;
  /** The subject of the CA (RFC 4514). */
  readonly issuer: string;
  readonly description: string;
}
