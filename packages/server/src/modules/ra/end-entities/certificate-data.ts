/** Facts about the subject that stand in extensions of its certificates, and that requests give by name among the data of an end entity. */
import {
  organizationIdentifier,
  type OrganizationIdentifier,
  objectSid,
  personalDataAttributes,
  PSD2_ROLES,
  type Psd2,
  qcStatements,
  subjectDirectoryAttributes,
} from '@sealwright/pki';
import type { EndEntityExtension } from '../../profiles/index.ts';
import type { NamedValue } from './named-value.ts';

/** The facts, by the extension that they stand in. A type, not an interface: it is JSON. */
export type CertificateData = {
  /** `dateOfBirth=19701224, gender=F`, as it was given. */
  readonly subjectDirectoryAttributes?: string;
  readonly psd2?: Psd2Data;
  /** `VATDE-123456789`, as in the attribute organizationIdentifier (CA/Browser Forum EV Guidelines §9.2.8). */
  readonly cabfOrganizationIdentifier?: string;
  /** `S-1-5-21-1-2-3-1001` */
  readonly objectSid?: string;
};

/** The authority that licenses a payment service provider, and what the provider may do (ETSI TS 119 495 §5.1). */
export type Psd2Data = {
  readonly ncaName: string;
  readonly ncaId: string;
  readonly roles: readonly Psd2RoleName[];
};

type Psd2RoleName = keyof typeof PSD2_ROLES;

/** The names of the data. EJBCA has the first five of an end entity. */
export type CertificateDataName =
  | 'SUBJECTDIRATTRIBUTES'
  | 'QCETSIPSD2NCANAME'
  | 'QCETSIPSD2NCAID'
  | 'QCETSIPSD2ROLESOFPSP'
  | 'CABFORGANIZATIONIDENTIFIER'
  | 'OBJECTSID';

/** Reads the value of a name; `read` returns undefined for an invalid one. */
export type ReadValue = <T>(
  name: CertificateDataName,
  read: (value: string) => T | undefined,
  right: string,
) => T | undefined;

/**
 * Reads the data.
 *
 * @param incomplete - called where some of the three names of PSD2 are there and not all; throws
 */
export function readCertificateData(one: ReadValue, incomplete: () => never): CertificateData | undefined {
  const attributes = one('SUBJECTDIRATTRIBUTES', encodable(personalDataOf), ATTRIBUTES_RULE);
  const ncaName = one('QCETSIPSD2NCANAME', nameOf, NAME_RULE);
  const ncaId = one('QCETSIPSD2NCAID', nameOf, NAME_RULE);
  const roles = one('QCETSIPSD2ROLESOFPSP', rolesOf, ROLES_RULE);
  const identifier = one('CABFORGANIZATIONIDENTIFIER', encodable(organizationOf), IDENTIFIER_RULE);
  const sid = one('OBJECTSID', encodable(sidOf), SID_RULE);
  const psd2 = [ncaName, ncaId, roles].filter((part) => part !== undefined).length;
  if (psd2 !== 0 && psd2 !== 3) incomplete();
  const data: CertificateData = {
    ...(attributes === undefined ? {} : { subjectDirectoryAttributes: attributes }),
    ...(psd2 === 0 ? {} : { psd2: { ncaName: ncaName!, ncaId: ncaId!, roles: roles! } }),
    ...(identifier === undefined ? {} : { cabfOrganizationIdentifier: identifier }),
    ...(sid === undefined ? {} : { objectSid: sid }),
  };
  return Object.keys(data).length === 0 ? undefined : data;
}

/** Returns the data as values that {@link readCertificateData} reads. */
export function certificateDataValues({
  subjectDirectoryAttributes: attributes,
  psd2,
  cabfOrganizationIdentifier: identifier,
  objectSid: sid,
}: CertificateData): readonly NamedValue[] {
  const values: [CertificateDataName, string | undefined][] = [
    ['SUBJECTDIRATTRIBUTES', attributes],
    ['QCETSIPSD2NCANAME', psd2?.ncaName],
    ['QCETSIPSD2NCAID', psd2?.ncaId],
    ['QCETSIPSD2ROLESOFPSP', psd2?.roles.join(';')],
    ['CABFORGANIZATIONIDENTIFIER', identifier],
    ['OBJECTSID', sid],
  ];
  return values.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** Returns the extensions that the data stand in. */
export function extensionsOfData(data: CertificateData | undefined): readonly EndEntityExtension[] {
  return Object.keys(data ?? {}) as EndEntityExtension[];
}

/** Returns the attributes of a text. @throws {RangeError} for an invalid one */
export function personalDataOf(text: string) {
  const data = { countriesOfCitizenship: [] as string[], countriesOfResidence: [] as string[] };
  const single: Record<string, string> = {};
  // A comma within a value, as in a place of birth, stands after a backslash.
  for (const part of text.split(/(?<!\\),/)) {
    const [, name = '', value = ''] = /^\s*([A-Za-z]+)\s*=\s*(.*?)\s*$/.exec(part.replaceAll('\\,', ',')) ?? [];
    const member = MEMBERS[name.toLowerCase()];
    if (member === undefined) throw new RangeError(`'${part}' is not an attribute of a person`);
    if (member === 'countriesOfCitizenship' || member === 'countriesOfResidence') data[member].push(value);
    else if (single[member] === undefined) single[member] = value;
    else throw new RangeError(`'${name}' stands there twice`);
  }
  return subjectDirectoryAttributes.encode(personalDataAttributes({ ...data, ...single }));
}

/** Returns the statement of the data. */
export function psd2StatementOf({ ncaName, ncaId, roles }: Psd2Data): Psd2 {
  return { type: 'psd2', ncaName, ncaId, roles: roles.map((name) => ({ roleId: PSD2_ROLES[name], name })) };
}

/** Returns the extension's value of a text such as `NTRUS+CA-12345678`. @throws {RangeError} for an invalid one */
export function organizationOf(text: string): Uint8Array {
  const [, scheme, country, state, reference] =
    /^([A-Z]{3})([A-Z]{2})(?:\+([A-Z0-9]{1,3}))?-([!-~]{1,64})$/.exec(text) ?? [];
  if (scheme === undefined || country === undefined || reference === undefined)
    throw new RangeError(`'${text}' is not an identifier of an organization`);
  const value: OrganizationIdentifier = {
    registrationSchemeIdentifier: scheme,
    registrationCountry: country,
    ...(state === undefined ? {} : { registrationStateOrProvince: state }),
    registrationReference: reference,
  };
  return organizationIdentifier.encode(value);
}

/** Returns the extension's value of a security identifier. @throws {RangeError} for an invalid text */
export function sidOf(text: string): Uint8Array {
  return objectSid.encode(text);
}

/** Returns a reader of texts that an encoder takes. */
function encodable(encode: (text: string) => unknown): (text: string) => string | undefined {
  return (text) => {
    if (text.length > MOST) return undefined;
    try {
      encode(text);
      return text;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

function nameOf(text: string): string | undefined {
  const isName = encodable((name) =>
    qcStatements.encode([psd2StatementOf({ ncaName: name, ncaId: name, roles: ALL })]),
  );
  return isName(text);
}

function rolesOf(text: string): readonly Psd2RoleName[] | undefined {
  const names = text.split(/[;,]/).map((name) => name.trim().toUpperCase());
  const isRight = names.every((name) => Object.hasOwn(PSD2_ROLES, name)) && new Set(names).size === names.length;
  return isRight ? (names as Psd2RoleName[]) : undefined;
}

const ALL = Object.keys(PSD2_ROLES) as Psd2RoleName[];
const MEMBERS: Readonly<
  Record<
    string,
    'dateOfBirth' | 'placeOfBirth' | 'gender' | 'countriesOfCitizenship' | 'countriesOfResidence' | undefined
  >
> = {
  dateofbirth: 'dateOfBirth',
  placeofbirth: 'placeOfBirth',
  gender: 'gender',
  countryofcitizenship: 'countriesOfCitizenship',
  countryofresidence: 'countriesOfResidence',
};
const MOST = 1024;
const ATTRIBUTES_RULE =
  'a list such as dateOfBirth=19701224, placeOfBirth=Oslo, gender=F, countryOfCitizenship=NO, countryOfResidence=NO';
const NAME_RULE = 'a text of 1 to 256 characters';
const ROLES_RULE = 'a list of PSP_AS, PSP_PI, PSP_AI and PSP_IC, such as PSP_AS;PSP_PI,';
const IDENTIFIER_RULE = 'a registration such as VATDE-123456789 or NTRUS+CA-12345678';
const SID_RULE = 'a security identifier such as S-1-5-21-1-2-3-1001';
