/** The table of the attributes of a distinguished name: identifier, names in text, ASN.1 type and bounds. */
import { oid, type Oid } from '../der/index.ts';

/**
 * DER form of an attribute's value.
 *
 * - `directory`: DirectoryString, always as UTF8String (RFC 5280 §4.1.2.4)
 * - `printable`: PrintableString
 * - `country`: PrintableString of two characters
 * - `ia5`: IA5String
 * - `postal-address`: a SEQUENCE of up to six DirectoryStrings, in text separated by `$` (RFC 4517 §3.3.28)
 */
export type AttributeSyntax = 'directory' | 'printable' | 'country' | 'ia5' | 'postal-address';

/** One row of the table. */
export interface AttributeDefinition {
  readonly oid: Oid;
  /** The short name that text is written with. */
  readonly name: string;
  /** Further names that are understood, in any case. */
  readonly aliases: readonly string[];
  readonly syntax: AttributeSyntax;
  /** The most characters that a value may have (RFC 5280 appendix A, X.520 annex C), kept by what we write only. */
  readonly maxLength: number;
}

/** The attribute of the identifier `type`, or undefined when the table does not list it. */
export function attributeOfType(type: Oid): AttributeDefinition | undefined {
  return byOid.get(type);
}

/** The attribute that `name` (short name or alias, any case) stands for, or undefined. */
export function attributeNamed(name: string): AttributeDefinition | undefined {
  return byName.get(name.toUpperCase());
}

/** The identifiers that code asks names for: `name.values(AttributeType.commonName)`. */
export const AttributeType = {
  commonName: oid('2.5.4.3'),
  surname: oid('2.5.4.4'),
  serialNumber: oid('2.5.4.5'),
  country: oid('2.5.4.6'),
  locality: oid('2.5.4.7'),
  stateOrProvince: oid('2.5.4.8'),
  organization: oid('2.5.4.10'),
  organizationalUnit: oid('2.5.4.11'),
  title: oid('2.5.4.12'),
  givenName: oid('2.5.4.42'),
  dnQualifier: oid('2.5.4.46'),
  pseudonym: oid('2.5.4.65'),
  organizationIdentifier: oid('2.5.4.97'),
  userId: oid('0.9.2342.19200300.100.1.1'),
  domainComponent: oid('0.9.2342.19200300.100.1.25'),
  emailAddress: oid('1.2.840.113549.1.9.1'),
} as const;

const UB_NAME = 32_768;

/**
 * Every attribute with a name. `SN` is the serial number, as in X.509 tools, not the surname that LDAP calls so; `DN` is
 * the dnQualifier.
 */
export const ATTRIBUTES: readonly AttributeDefinition[] = [
  row('1.2.840.113549.1.9.1', 'E', 'EMAIL EMAILADDRESS', 'ia5', 255),
  row('0.9.2342.19200300.100.1.1', 'UID', 'USERID', 'directory', 256),
  row('2.5.4.3', 'CN', 'COMMONNAME', 'directory', 64),
  row('2.5.4.5', 'SN', 'SERIALNUMBER', 'printable', 64),
  row('2.5.4.42', 'GIVENNAME', 'GN G', 'directory', UB_NAME),
  row('2.5.4.43', 'INITIALS', '', 'directory', UB_NAME),
  row('2.5.4.4', 'SURNAME', '', 'directory', UB_NAME),
  row('2.5.4.44', 'GENERATION', 'GENERATIONQUALIFIER', 'directory', UB_NAME),
  row('2.5.4.12', 'T', 'TITLE', 'directory', 64),
  row('2.5.4.11', 'OU', 'ORGANIZATIONALUNIT ORGANIZATIONALUNITNAME', 'directory', 64),
  row('2.5.4.10', 'O', 'ORGANIZATION ORGANIZATIONNAME', 'directory', 64),
  row('2.5.4.7', 'L', 'LOCALITY LOCALITYNAME', 'directory', 128),
  row('2.5.4.8', 'ST', 'S SP STATEORPROVINCENAME', 'directory', 128),
  row('0.9.2342.19200300.100.1.25', 'DC', 'DOMAINCOMPONENT', 'ia5', 63),
  row('2.5.4.6', 'C', 'COUNTRY COUNTRYNAME', 'country', 2),
  row('1.2.840.113549.1.9.8', 'UNSTRUCTUREDADDRESS', '', 'directory', 255),
  row('1.2.840.113549.1.9.2', 'UNSTRUCTUREDNAME', '', 'directory', 255),
  row('2.5.4.17', 'POSTALCODE', '', 'directory', 40),
  row('2.5.4.15', 'BUSINESSCATEGORY', '', 'directory', 128),
  row('2.5.4.46', 'DN', 'DNQ DNQUALIFIER', 'printable', UB_NAME),
  row('2.5.4.16', 'POSTALADDRESS', '', 'postal-address', 2048),
  row('2.5.4.20', 'TELEPHONENUMBER', '', 'printable', 32),
  row('2.5.4.65', 'PSEUDONYM', '', 'directory', 128),
  row('2.5.4.9', 'STREET', 'STREETADDRESS', 'directory', 128),
  row('2.5.4.41', 'NAME', '', 'directory', UB_NAME),
  row('2.5.4.13', 'DESCRIPTION', '', 'directory', 1024),
  row('2.5.4.72', 'ROLE', '', 'directory', UB_NAME),
  row('1.3.6.1.4.1.311.60.2.1.1', 'JURISDICTIONLOCALITY', 'JURISDICTIONLOCALITYNAME JURISDICTIONL', 'directory', 128),
  row(
    '1.3.6.1.4.1.311.60.2.1.2',
    'JURISDICTIONSTATE',
    'JURISDICTIONSTATEORPROVINCENAME JURISDICTIONST',
    'directory',
    128,
  ),
  row('1.3.6.1.4.1.311.60.2.1.3', 'JURISDICTIONCOUNTRY', 'JURISDICTIONCOUNTRYNAME JURISDICTIONC', 'country', 2),
  row('2.5.4.97', 'ORGANIZATIONIDENTIFIER', 'ORGID', 'directory', UB_NAME),
  row('1.3.6.1.4.1.4710.1.3.2', 'CIF', '', 'directory', UB_NAME),
  row('1.3.6.1.4.1.18838.1.1', 'NIF', '', 'directory', UB_NAME),
];

function row(
  type: string,
  name: string,
  aliases: string,
  syntax: AttributeSyntax,
  maxLength: number,
): AttributeDefinition {
  return { oid: oid(type), name, aliases: aliases === '' ? [] : aliases.split(' '), syntax, maxLength };
}

const byOid = new Map(ATTRIBUTES.map((attribute) => [attribute.oid, attribute]));
const byName = new Map(
  ATTRIBUTES.flatMap((attribute) => [attribute.name, ...attribute.aliases].map((name) => [name, attribute] as const)),
);
