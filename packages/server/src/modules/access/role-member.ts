/** Who belongs to a role: a field of a client certificate with a value, under one issuing CA (always exact, case counts). */
import {
  AttributeType,
  type Certificate,
  type GeneralName,
  type Oid,
  OtherNameType,
  otherNameTexts,
  subjectAltName,
} from '@sealwright/pki';
import type { CertificateAdministrator } from './administrator.ts';

/** The fields that a member can be matched by. */
export const CERTIFICATE_MATCH_KEYS = [
  'WITH_COUNTRY',
  'WITH_DOMAINCOMPONENT',
  'WITH_STATEORPROVINCE',
  'WITH_LOCALITY',
  'WITH_ORGANIZATION',
  'WITH_ORGANIZATIONALUNIT',
  'WITH_TITLE',
  'WITH_COMMONNAME',
  'WITH_UID',
  'WITH_DNSERIALNUMBER',
  'WITH_SERIALNUMBER',
  'WITH_DNEMAILADDRESS',
  'WITH_RFC822NAME',
  'WITH_UPN',
  'WITH_FULLDN',
] as const;
export type CertificateMatchKey = (typeof CERTIFICATE_MATCH_KEYS)[number];

/** One member of a role. */
export interface RoleMember {
  /** The CA that must have issued the certificate, by document id. */
  readonly issuerCaId: number;
  readonly matchKey: CertificateMatchKey;
  readonly matchValue: string;
}

/** Whether the administrator is this member: same issuing CA, and one value of the field equals the member's exactly. */
export function isMember(member: RoleMember, { certificate, issuerCaId }: CertificateAdministrator): boolean {
  return member.issuerCaId === issuerCaId && fieldValues(certificate, member.matchKey).includes(member.matchValue);
}

function fieldValues(certificate: Certificate, key: CertificateMatchKey): readonly string[] {
  switch (key) {
    case 'WITH_SERIALNUMBER':
      return [certificate.serialNumber];
    case 'WITH_FULLDN':
      return [certificate.subject.toString()];
    case 'WITH_RFC822NAME':
      return alternativeNames(certificate).flatMap((name) => (name.type === 'rfc822Name' ? [name.value] : []));
    case 'WITH_UPN':
      return otherNameTexts(alternativeNames(certificate), OtherNameType.upn);
    default:
      return certificate.subject.values(SUBJECT_FIELDS[key]);
  }
}

function alternativeNames(certificate: Certificate): readonly GeneralName[] {
  return certificate.extension(subjectAltName) ?? [];
}

const SUBJECT_FIELDS: Record<
  Exclude<CertificateMatchKey, 'WITH_SERIALNUMBER' | 'WITH_FULLDN' | 'WITH_RFC822NAME' | 'WITH_UPN'>,
  Oid
> = {
  WITH_COUNTRY: AttributeType.country,
  WITH_DOMAINCOMPONENT: AttributeType.domainComponent,
  WITH_STATEORPROVINCE: AttributeType.stateOrProvince,
  WITH_LOCALITY: AttributeType.locality,
  WITH_ORGANIZATION: AttributeType.organization,
  WITH_ORGANIZATIONALUNIT: AttributeType.organizationalUnit,
  WITH_TITLE: AttributeType.title,
  WITH_COMMONNAME: AttributeType.commonName,
  WITH_UID: AttributeType.userId,
  WITH_DNSERIALNUMBER: AttributeType.serialNumber,
  WITH_DNEMAILADDRESS: AttributeType.emailAddress,
};
