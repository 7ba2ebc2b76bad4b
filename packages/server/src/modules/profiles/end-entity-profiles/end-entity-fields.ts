/** The fields of subjects and alternative names that an end entity profile speaks of, and their values in an end entity. */
import {
  ATTRIBUTES,
  attributeOfType,
  type DistinguishedName,
  formatGeneralNames,
  type GeneralName,
} from '@sealwright/pki';

/** One value of a field. */
export interface FieldValue {
  /** As the profile calls the field: `CN`, `DNSNAME`. An attribute that has no name has its object identifier. */
  readonly field: string;
  readonly value: string;
}

/** The names of the attributes of a distinguished name. */
export const SUBJECT_FIELDS: readonly string[] = ATTRIBUTES.map(({ name }) => name);

/** The names of the types of alternative names. */
export const ALTERNATIVE_NAME_FIELDS: readonly string[] = [
  'OTHERNAME',
  'RFC822NAME',
  'DNSNAME',
  'IPADDRESS',
  'X400ADDRESS',
  'DIRECTORYNAME',
  'EDIPARTYNAME',
  'UNIFORMRESOURCEID',
  'REGISTEREDID',
  'UPN',
  'GUID',
  'KRB5PRINCIPAL',
  'PERMANENTIDENTIFIER',
  'XMPPADDR',
  'SRVNAME',
  'SUBJECTIDENTIFICATIONMETHOD',
  'FASCN',
];

/** The names of what an SSH certificate holds. */
export const SSH_FIELDS: readonly string[] = ['PRINCIPAL', 'force-command', 'source-address'];

/** The values of a subject in the order of its text. */
export function subjectValues(subject: DistinguishedName): readonly FieldValue[] {
  return subject.rdns
    .toReversed()
    .flatMap((rdn) => rdn.map(({ type, value }) => ({ field: attributeOfType(type)?.name ?? type, value })));
}

/** The values of alternative names, as text. */
export function alternativeNameValues(names: readonly GeneralName[]): readonly FieldValue[] {
  return names.map((name) => {
    const text = formatGeneralNames([name]);
    const equals = text.indexOf('=');
    return { field: alternativeNameField(text.slice(0, equals)), value: text.slice(equals + 1) };
  });
}

/** Names in an SSH certificate, which has no subject. */
export interface SshNames {
  readonly principals: readonly string[];
  readonly forceCommand: string | undefined;
  readonly sourceAddress: string | undefined;
}

/** The values of an SSH certificate that an end entity profile speaks of. */
export function sshValues({ principals, forceCommand, sourceAddress }: SshNames): readonly FieldValue[] {
  const option = (field: string, value: string | undefined) => (value === undefined ? [] : [{ field, value }]);
  return [
    ...principals.map((value) => ({ field: 'PRINCIPAL', value })),
    ...option('force-command', forceCommand),
    ...option('source-address', sourceAddress),
  ];
}

/** The field that a label of the REST interface stands for: `uniformResourceIdentifier` is `UNIFORMRESOURCEID`. */
export function alternativeNameField(label: string): string {
  const upper = label.toUpperCase();
  return ALIASES[upper] ?? upper;
}

const ALIASES: Readonly<Record<string, string>> = {
  UNIFORMRESOURCEIDENTIFIER: 'UNIFORMRESOURCEID',
  URI: 'UNIFORMRESOURCEID',
  EMAIL: 'RFC822NAME',
};
