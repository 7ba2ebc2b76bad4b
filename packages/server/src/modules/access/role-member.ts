/** Member of a role: a field of a client certificate with a value, under one issuing CA (always exact, case counts). */
import {
  AttributeType,
  type DistinguishedName,
  type GeneralName,
  type Oid,
  OtherNameType,
  otherNameTexts,
  type SerialNumber,
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

/** Names and serial number of a certificate, by which members are matched. */
export interface HolderNames {
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
  /** Undefined if the CA will choose it. */
  readonly serialNumber?: SerialNumber | undefined;
}

/** Returns whether the administrator is this member: the issuing CA is the same, and a value of the field equals the member's exactly. */
export function isMember(member: RoleMember, { certificate, issuerCaId }: CertificateAdministrator): boolean {
  const { matchKey, matchValue } = member;
  if (matchKey === 'WITH_SERIALNUMBER')
    return member.issuerCaId === issuerCaId && certificate.serialNumber === matchValue;
  const { subject } = certificate;
  return isNamed(member, issuerCaId, { subject, alternativeNames: certificate.extension(subjectAltName) ?? [] });
}

/** Returns whether every certificate with these names is this member. */
export function isNamed(
  { matchKey, matchValue, ...member }: RoleMember,
  issuerCaId: number,
  names: HolderNames,
): boolean {
  if (member.issuerCaId !== issuerCaId) return false;
  if (matchKey === 'WITH_SERIALNUMBER') return names.serialNumber === matchValue;
  return NAME_VALUES[matchKey](names).includes(matchValue);
}

function subjectValues(attribute: Oid): (names: HolderNames) => readonly string[] {
  return ({ subject }) => subject.values(attribute);
}

/** Returns the values of the field that a match key names. */
const NAME_VALUES: Record<
  Exclude<CertificateMatchKey, 'WITH_SERIALNUMBER'>,
  (names: HolderNames) => readonly string[]
> = {
  WITH_FULLDN: ({ subject }) => [subject.toString()],
  WITH_RFC822NAME: ({ alternativeNames }) =>
    alternativeNames.flatMap((name) => (name.type === 'rfc822Name' ? [name.value] : [])),
  WITH_UPN: ({ alternativeNames }) => otherNameTexts(alternativeNames, OtherNameType.upn),
  WITH_COUNTRY: subjectValues(AttributeType.country),
  WITH_DOMAINCOMPONENT: subjectValues(AttributeType.domainComponent),
  WITH_STATEORPROVINCE: subjectValues(AttributeType.stateOrProvince),
  WITH_LOCALITY: subjectValues(AttributeType.locality),
  WITH_ORGANIZATION: subjectValues(AttributeType.organization),
  WITH_ORGANIZATIONALUNIT: subjectValues(AttributeType.organizationalUnit),
  WITH_TITLE: subjectValues(AttributeType.title),
  WITH_COMMONNAME: subjectValues(AttributeType.commonName),
  WITH_UID: subjectValues(AttributeType.userId),
  WITH_DNSERIALNUMBER: subjectValues(AttributeType.serialNumber),
  WITH_DNEMAILADDRESS: subjectValues(AttributeType.emailAddress),
};
