/** Checked rules of a worker for client certificates. */
import {
  AttributeType,
  type Certificate,
  DistinguishedName,
  type GeneralName,
  type Oid,
  OtherNameType,
  otherNameTexts,
  PkiError,
  subjectAltName,
} from '@sealwright/pki';
import { writtenSerialNumber } from '../../access/index.ts';
import type { ClientField, ClientRule } from './client-rule.ts';
import type { WorkerProperties } from '../worker-contract/index.ts';

export interface CheckedRule {
  readonly field: ClientField;
  readonly value: string;
  /** The name in both orders of its RDNs: some administrators write names in the order of X.500. */
  readonly issuers: readonly DistinguishedName[];
}

/** Reads the rules, or reports issuers that are not valid names. */
export function checkRules(rules: readonly ClientRule[], properties: WorkerProperties): readonly CheckedRule[] {
  return rules.flatMap(({ subjectField: field, subjectValue, issuer }, index) => {
    try {
      const name = DistinguishedName.parse(issuer);
      const value = field === 'CERTIFICATE_SERIALNO' ? writtenSerialNumber(subjectValue) : subjectValue;
      return [{ field, value, issuers: [name, name.reversed()] }];
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      properties.report(
        'AUTHTYPE',
        `needs rules, and the issuer of rule ${index + 1} is not a distinguished name: ${error.message}`,
      );
      return [];
    }
  });
}

/** Tells whether a rule matches the certificate. The issuer is compared as a name (RFC 5280 §7.1); the signature was verified before. */
export function matches({ field, value, issuers }: CheckedRule, certificate: Certificate): boolean {
  return (
    issuers.some((issuer) => issuer.equals(certificate.issuer)) && FIELD_VALUES[field](certificate).includes(value)
  );
}

function alternativeNames(certificate: Certificate): readonly GeneralName[] {
  return certificate.extension(subjectAltName) ?? [];
}

function subjectValues(attribute: Oid): (certificate: Certificate) => readonly string[] {
  return ({ subject }) => subject.values(attribute);
}

/** Getters of the values of each certificate field. */
const FIELD_VALUES: Record<ClientField, (certificate: Certificate) => readonly string[]> = {
  CERTIFICATE_SERIALNO: ({ serialNumber }) => [serialNumber],
  SUBJECT_RDN_C: subjectValues(AttributeType.country),
  SUBJECT_RDN_DC: subjectValues(AttributeType.domainComponent),
  SUBJECT_RDN_ST: subjectValues(AttributeType.stateOrProvince),
  SUBJECT_RDN_L: subjectValues(AttributeType.locality),
  SUBJECT_RDN_O: subjectValues(AttributeType.organization),
  SUBJECT_RDN_OU: subjectValues(AttributeType.organizationalUnit),
  SUBJECT_RDN_TITLE: subjectValues(AttributeType.title),
  SUBJECT_RDN_SERIALNO: subjectValues(AttributeType.serialNumber),
  SUBJECT_RDN_CN: subjectValues(AttributeType.commonName),
  SUBJECT_RDN_UID: subjectValues(AttributeType.userId),
  SUBJECT_RDN_E: subjectValues(AttributeType.emailAddress),
  SUBJECT_ALTNAME_RFC822NAME: (certificate) =>
    alternativeNames(certificate).flatMap((name) => (name.type === 'rfc822Name' ? [name.value] : [])),
  SUBJECT_ALTNAME_MSUPN: (certificate) => otherNameTexts(alternativeNames(certificate), OtherNameType.upn),
};
