/** Settings of an end entity that requests give by name among its data, since the interface has no members for them. EJBCA knows most of these names. */
import { PkiError } from '@sealwright/pki';
import { inOneLine } from '../../../kernel/text/shortened.ts';
import { isRevocationReason, nameConstraintsOf, REVOCATION_REASONS, revocationReasonOf } from '../../ca/index.ts';
import type { IssuanceReason } from '../../profiles/index.ts';
import { EnrollmentInputError } from '../errors/index.ts';
import {
  type CertificateData,
  type CertificateDataName,
  certificateDataValues,
  readCertificateData,
} from './certificate-data.ts';
import type { ExtendedInformation } from './extended-information.ts';
import type { NamedValue } from './named-value.ts';

/** The settings in a request. */
export interface NamedSettings {
  readonly issuanceRevocationReason?: IssuanceReason;
  readonly allowedRequests?: number;
  readonly maxFailedLogins?: number;
  readonly nameConstraintsPermitted?: readonly string[];
  readonly nameConstraintsExcluded?: readonly string[];
  readonly certificateData?: CertificateData;
}

/** Tells whether a name is that of a setting, case-insensitively. */
export function isNamedSetting(name: string): boolean {
  return NAMES.has(name.toUpperCase());
}

/**
 * Reads the settings among the values. Each name subtree is a separate value, so its name may occur several times.
 *
 * @throws {@link EnrollmentInputError} for an invalid value, or two values of a setting with only one
 */
export function readNamedSettings(values: readonly NamedValue[]): NamedSettings {
  if (values.length === 0) return NO_SETTINGS;
  const byName = Map.groupBy(values, ({ name }) => name.toUpperCase());
  const one = <T>(name: Name, read: (value: string) => T | undefined, right: string): T | undefined => {
    const [first, second] = byName.get(name) ?? [];
    if (second !== undefined)
      throw new EnrollmentInputError(`The data of the end entity have '${name}' twice. Give it once.`);
    if (first === undefined) return undefined;
    const value = read(first.value.trim());
    if (value === undefined) throw unreadable(name, first.value, right);
    return value;
  };
  const reason = one('REVOCATIONREASON', reasonOf, REASON_RULE);
  const requests = one('REQUESTCOUNTER', (text) => integerOf(text, 1), 'a number from 1 to 1000000');
  const logins = one('MAXFAILEDLOGINATTEMPTS', loginsOf, 'a number from 1 to 1000000, or -1 for no limit');
  const permitted = subtreesOf('NAMECONSTRAINTS_PERMITTED', byName);
  const excluded = subtreesOf('NAMECONSTRAINTS_EXCLUDED', byName);
  const certificateData = readCertificateData(one, () => {
    throw new EnrollmentInputError(
      'The data of the end entity have some of QCETSIPSD2NCANAME, QCETSIPSD2NCAID and QCETSIPSD2ROLESOFPSP. Give all three of them.',
    );
  });
  return {
    ...(reason === undefined ? {} : { issuanceRevocationReason: reason }),
    ...(requests === undefined ? {} : { allowedRequests: requests }),
    ...(logins === undefined ? {} : { maxFailedLogins: logins }),
    ...(permitted === undefined ? {} : { nameConstraintsPermitted: permitted }),
    ...(excluded === undefined ? {} : { nameConstraintsExcluded: excluded }),
    ...(certificateData === undefined ? {} : { certificateData }),
  };
}

/** Returns the further members with the settings of a request. A counter that already has the given number continues. */
export function withNamedSettings(extended: ExtendedInformation, settings: NamedSettings): ExtendedInformation {
  const { issuanceRevocationReason: asked, allowedRequests, maxFailedLogins, certificateData, ...subtrees } = settings;
  const { issuanceRevocationReason: before, ...others } = extended;
  const { requests, logins } = extended;
  const reason = asked ?? before;
  return {
    ...others,
    ...(reason === undefined || reason === 'NOT_REVOKED' ? {} : { issuanceRevocationReason: reason }),
    ...subtrees,
    ...(certificateData === undefined ? {} : { certificateData: { ...extended.certificateData, ...certificateData } }),
    ...(allowedRequests === undefined || (requests?.own === true && requests.allowed === allowedRequests)
      ? {}
      : { requests: { allowed: allowedRequests, remaining: allowedRequests, own: true } }),
    ...(maxFailedLogins === undefined || (logins?.own === true && logins.maximum === maxFailedLogins)
      ? {}
      : { logins: { maximum: maxFailedLogins, remaining: maxFailedLogins, own: true } }),
  };
}

/** Returns the settings as values for {@link readNamedSettings}, without numbers that come from the profile. */
export function namedSettingsOf({
  issuanceRevocationReason: reason,
  requests,
  logins,
  nameConstraintsPermitted = [],
  nameConstraintsExcluded = [],
  certificateData = {},
}: ExtendedInformation): readonly NamedValue[] {
  const values: [Name, string][] = [
    ...nameConstraintsPermitted.map((text): [Name, string] => ['NAMECONSTRAINTS_PERMITTED', text]),
    ...nameConstraintsExcluded.map((text): [Name, string] => ['NAMECONSTRAINTS_EXCLUDED', text]),
  ];
  if (reason !== undefined) values.push(['REVOCATIONREASON', String(REVOCATION_REASONS[reason])]);
  if (requests?.own === true) values.push(['REQUESTCOUNTER', String(requests.allowed)]);
  if (logins?.own === true) values.push(['MAXFAILEDLOGINATTEMPTS', String(logins.maximum)]);
  return [...values.map(([name, value]) => ({ name, value })), ...certificateDataValues(certificateData)];
}

/** Nearly all requests have none. */
const NO_SETTINGS: NamedSettings = {};

function reasonOf(text: string): IssuanceReason | undefined {
  if (/^(?:-1|\d{1,2})$/.test(text)) {
    const code = Number(text);
    return CODES.has(code) ? (revocationReasonOf(code) as IssuanceReason) : undefined;
  }
  const name = text.toUpperCase();
  return isRevocationReason(name) && name !== 'REMOVE_FROM_CRL' ? name : undefined;
}

function loginsOf(text: string): number | undefined {
  return text === '-1' ? -1 : integerOf(text, 1);
}

function integerOf(text: string, least: number): number | undefined {
  if (!/^\d{1,7}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= MOST ? number : undefined;
}

function subtreesOf(
  name: 'NAMECONSTRAINTS_PERMITTED' | 'NAMECONSTRAINTS_EXCLUDED',
  byName: ReadonlyMap<string, readonly NamedValue[]>,
): readonly string[] | undefined {
  const texts = byName.get(name)?.map(({ value }) => value.trim());
  if (texts === undefined) return undefined;
  if (texts.length > MOST_SUBTREES)
    throw new EnrollmentInputError(
      `The data of the end entity have '${name}' ${texts.length} times; ${MOST_SUBTREES} are the most.`,
    );
  for (const text of texts) if (!isSubtree(text)) throw unreadable(name, text, SUBTREE_RULE);
  return texts;
}

function isSubtree(text: string): boolean {
  let isRight = true;
  try {
    nameConstraintsOf({ permitted: [text], excluded: [] }, () => void (isRight = false));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return false;
  }
  return isRight;
}

function unreadable(name: string, value: string, right: string): EnrollmentInputError {
  return new EnrollmentInputError(
    `The data of the end entity have '${name}' with the value '${inOneLine(value, 64)}'; ${right} is right.`,
  );
}

type Name =
  | CertificateDataName
  | 'MAXFAILEDLOGINATTEMPTS'
  | 'NAMECONSTRAINTS_EXCLUDED'
  | 'NAMECONSTRAINTS_PERMITTED'
  | 'REQUESTCOUNTER'
  | 'REVOCATIONREASON';
const NAMES: ReadonlySet<string> = new Set<Name>([
  'CABFORGANIZATIONIDENTIFIER',
  'MAXFAILEDLOGINATTEMPTS',
  'NAMECONSTRAINTS_EXCLUDED',
  'NAMECONSTRAINTS_PERMITTED',
  'OBJECTSID',
  'QCETSIPSD2NCAID',
  'QCETSIPSD2NCANAME',
  'QCETSIPSD2ROLESOFPSP',
  'REQUESTCOUNTER',
  'REVOCATIONREASON',
  'SUBJECTDIRATTRIBUTES',
]);
/** Reasons of RFC 5280 §5.3.1 with which a certificate may be issued, and -1 for none. */
const CODES: ReadonlySet<number> = new Set([-1, 0, 1, 2, 3, 4, 5, 6, 9, 10]);
const REASON_RULE = 'a reason of RFC 5280 §5.3.1 as a number, such as 6 for on hold, or -1 for none,';
const SUBTREE_RULE = 'one subtree, such as example.com, @example.com, 10.0.0.0/8, uri:example.com or O=Example,';
const MOST = 1_000_000;
const MOST_SUBTREES = 100;
