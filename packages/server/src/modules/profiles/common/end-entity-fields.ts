/** Fields of subjects and alternative names in end entity profiles, and their values in an end entity. */
import {
  ATTRIBUTES,
  attributeOfType,
  type DistinguishedName,
  formatGeneralNames,
  type GeneralName,
} from '@sealwright/pki';

/** A value of a field. */
export interface FieldValue {
  /** Name of the field in profiles, such as `CN` or `DNSNAME`; the object identifier of an attribute without a name. */
  readonly field: string;
  readonly value: string;
}

/** Names of subject attributes. */
export const SUBJECT_FIELDS: readonly string[] = ATTRIBUTES.map(({ name }) => name);

/** Names of alternative name types. */
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

/** Names of fields in SSH certificates. */
export const SSH_FIELDS: readonly string[] = ['PRINCIPAL', 'force-command', 'source-address'];

/** Returns the values of a subject in the order of its text. */
export function subjectValues(subject: DistinguishedName): readonly FieldValue[] {
  return subject.rdns
    .toReversed()
    .flatMap((rdn) => rdn.map(({ type, value }) => ({ field: attributeOfType(type)?.name ?? type, value })));
}

/** Returns the values of alternative names as text. */
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

/** Returns the values of an SSH certificate that end entity profiles check. */
export function sshValues({ principals, forceCommand, sourceAddress }: SshNames): readonly FieldValue[] {
  const option = (field: string, value: string | undefined) => (value === undefined ? [] : [{ field, value }]);
  return [
    ...principals.map((value) => ({ field: 'PRINCIPAL', value })),
    ...option('force-command', forceCommand),
    ...option('source-address', sourceAddress),
  ];
}

/** Returns the field for a label of the CA REST interface: `uniformResourceIdentifier` is `UNIFORMRESOURCEID`. */
export function alternativeNameField(label: string): string {
  const upper = label.toUpperCase();
  return ALIASES[upper] ?? upper;
}

const ALIASES: Readonly<Record<string, string>> = {
  UNIFORMRESOURCEIDENTIFIER: 'UNIFORMRESOURCEID',
  URI: 'UNIFORMRESOURCEID',
  EMAIL: 'RFC822NAME',
};
