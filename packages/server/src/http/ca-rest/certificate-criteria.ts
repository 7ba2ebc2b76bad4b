/** Criteria of searches for certificates, which both versions share. */
import { type Static, Type } from 'typebox';
import type { RevocationReason } from '../../modules/ca/index.ts';
import type {
  CertificateCriteria,
  CertificateTime,
  SearchedCertificateStatus,
  SearchedText,
} from '../../modules/ra/index.ts';
import { parseOffsetDateTime } from './date-times.ts';
import { InvalidInputError } from './errors.ts';
import { BAD, readCriterion } from './search-criterion.ts';

const Criterion = Type.Object(
  {
    property: Type.String({
      maxLength: 64,
      description:
        'One text at most: QUERY (any of the next four, or the whole serial number), USERNAME, SUBJECT_DN, SUBJECT_ALT_NAME, EXTERNAL_ACCOUNT_BINDING_ID or SERIAL_NUMBER. Any number of END_ENTITY_PROFILE, CERTIFICATE_PROFILE, CA and STATUS; those of one property add up. ISSUED_DATE, EXPIRE_DATE, REVOCATION_DATE and UPDATE_TIME, each once for an operation. In any letter case.',
    }),
    value: Type.String({
      maxLength: 4096,
      description:
        'Moments as 2031-05-01T10:00:00Z; serial numbers in hex, or whole in decimal; a status is CERT_ACTIVE, CERT_NOTIFIEDABOUTEXPIRATION or CERT_REVOKED, which REVOCATION_REASON_KEYCOMPROMISE and its like narrow down.',
    }),
    operation: Type.String({
      maxLength: 64,
      description:
        'EQUAL; of texts also LIKE, which finds what has the value in it, and BEGINS_WITH; of moments BEFORE or AFTER. In any letter case. BEGINS_WITH and alternative names heed the case of letters.',
    }),
  },
  { title: 'SearchCertificateCriteriaRestRequest' },
);

/** The member of a search that both versions have. */
export const CRITERIA_MEMBER = { criteria: Type.Array(Criterion, { maxItems: 1000, description: 'One at least.' }) };

/**
 * Reads the criteria.
 *
 * @param given - that have passed the schema
 * @throws {@link InvalidInputError} in the words that clients know
 */
export function readCertificateCriteria(given: readonly Static<typeof Criterion>[]): CertificateCriteria {
  if (given.length === 0) throw new InvalidInputError('Invalid criteria value, can not be empty.');
  const criteria = given.map((criterion) => readCriterion(criterion, TERMS));
  requireFew(criteria);
  const values = (property: Property) => criteria.filter((one) => one.property === property).map(({ value }) => value);
  const statuses = values('STATUS').map(readStatus);
  return {
    text: readText(criteria),
    endEntityProfileNames: values('END_ENTITY_PROFILE'),
    certificateProfileNames: values('CERTIFICATE_PROFILE'),
    certificateAuthorityNames: values('CA'),
    statuses: statuses.flatMap(({ status }) => status ?? []),
    revocationReasons: statuses.flatMap(({ reason }) => reason ?? []),
    times: Object.fromEntries(
      DATE_PROPERTIES.flatMap((property) => {
        const moment = (operation: Operation) => {
          const found = criteria.find((one) => one.property === property && one.operation === operation);
          return found && readMoment(found.value) * (property === 'UPDATE_TIME' ? 1000 : 1);
        };
        const range = { after: moment('AFTER'), before: moment('BEFORE') };
        return range.after === undefined && range.before === undefined ? [] : [[TIMES[property], range]];
      }),
    ),
  };
}

interface ReadCriterion {
  readonly property: Property;
  readonly value: string;
  readonly operation: Operation;
}

function operationsOf(property: Property): readonly [readonly Operation[], string] {
  if (isOneOf(TEXT_PROPERTIES, property)) return [TEXT_OPERATIONS, 'should be EQUAL or LIKE, or BEGINS_WITH'];
  if (isOneOf(DATE_PROPERTIES, property)) return [['BEFORE', 'AFTER'], 'should be AFTER or BEFORE'];
  return [['EQUAL'], 'should be EQUAL'];
}

function requireFew(criteria: readonly ReadCriterion[]): void {
  const texts = criteria.filter(({ property }) => isOneOf(TEXT_PROPERTIES, property));
  if (texts.length > 1) {
    if (texts.every(({ property }) => property === 'QUERY'))
      throw new InvalidInputError(`${BAD} content, multiple 'QUERY' properties are not allowed.`);
    throw new InvalidInputError(
      `${BAD} content, multiple string criteria are not allowed: ${texts.map(({ property }) => property).join(', ')}. Give one of them.`,
    );
  }
  for (const property of DATE_PROPERTIES)
    for (const operation of ['BEFORE', 'AFTER'] as const)
      if (criteria.filter((one) => one.property === property && one.operation === operation).length > 1)
        throw new InvalidInputError(`${BAD} content, multiple '${property}' ${operation} criteria are not allowed.`);
  if (criteria.filter(({ property }) => property === 'STATUS').length > Object.keys(STATUSES).length)
    throw new InvalidInputError(
      `${BAD} content, more 'STATUS' criteria than the ${Object.keys(STATUSES).length} that there are.`,
    );
}

function readText(criteria: readonly ReadCriterion[]): SearchedText | undefined {
  for (const { property, value, operation } of criteria) {
    if (!isOneOf(TEXT_PROPERTIES, property)) continue;
    if (property === 'SERIAL_NUMBER') requireSerialNumber(value, operation);
    return { member: TEXT_MEMBERS[property], operation: operation as SearchedText['operation'], value };
  }
  return undefined;
}

function requireSerialNumber(value: string, operation: Operation): void {
  if (/^(?:0[xX])?[0-9a-fA-F]{1,40}$/.test(value)) return;
  if (operation === 'EQUAL' && /^\d{1,49}$/.test(value)) return;
  const right = operation === 'EQUAL' ? 'in hexadecimal or decimal' : 'digits of one in hexadecimal';
  throw new InvalidInputError(`${BAD} value, does not contain a serial number of at most 20 octets, ${right}.`);
}

function readStatus(value: string) {
  const found = Object.entries(STATUSES).find(([name]) => name === value.toUpperCase());
  if (found !== undefined) return found[1];
  throw new InvalidInputError(
    `${BAD} value, '${value}' does not contain certificate status. Should be one of ${Object.keys(STATUSES).join(', ')}.`,
  );
}

/** Returns seconds since 1970. */
function readMoment(value: string): number {
  const milliseconds = MOMENT.test(value) ? parseOffsetDateTime(value) : undefined;
  if (milliseconds !== undefined) return milliseconds / 1000;
  throw new InvalidInputError(
    `${BAD} value, '${value}' does not contain proper date. Should be a moment in UTC such as 2031-05-01T10:00:00Z.`,
  );
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}

type Property = (typeof PROPERTIES)[number];
type Operation = (typeof OPERATIONS)[number];

const TEXT_PROPERTIES = [
  'QUERY',
  'SERIAL_NUMBER',
  'USERNAME',
  'SUBJECT_DN',
  'SUBJECT_ALT_NAME',
  'EXTERNAL_ACCOUNT_BINDING_ID',
] as const;
const DATE_PROPERTIES = ['ISSUED_DATE', 'EXPIRE_DATE', 'REVOCATION_DATE', 'UPDATE_TIME'] as const;
const PROPERTIES = [
  ...TEXT_PROPERTIES,
  'END_ENTITY_PROFILE',
  'CERTIFICATE_PROFILE',
  'CA',
  'STATUS',
  ...DATE_PROPERTIES,
] as const;
const TEXT_OPERATIONS = ['EQUAL', 'LIKE', 'BEGINS_WITH'] as const;
const OPERATIONS = [...TEXT_OPERATIONS, 'BEFORE', 'AFTER'] as const;
const TEXT_MEMBERS = {
  QUERY: 'any',
  SERIAL_NUMBER: 'serialNumber',
  USERNAME: 'username',
  SUBJECT_DN: 'subjectDn',
  SUBJECT_ALT_NAME: 'subjectAltName',
  EXTERNAL_ACCOUNT_BINDING_ID: 'accountBindingId',
} as const satisfies Record<(typeof TEXT_PROPERTIES)[number], SearchedText['member']>;
const TIMES = {
  ISSUED_DATE: 'issued',
  EXPIRE_DATE: 'expires',
  REVOCATION_DATE: 'revoked',
  UPDATE_TIME: 'updated',
} as const satisfies Record<(typeof DATE_PROPERTIES)[number], CertificateTime>;
const STATUSES: Readonly<
  Record<string, { readonly status?: SearchedCertificateStatus; readonly reason?: RevocationReason }>
> = {
  CERT_ACTIVE: { status: 'ACTIVE' },
  CERT_NOTIFIEDABOUTEXPIRATION: { status: 'NOTIFIED' },
  CERT_REVOKED: { status: 'REVOKED' },
  REVOCATION_REASON_UNSPECIFIED: { reason: 'UNSPECIFIED' },
  REVOCATION_REASON_KEYCOMPROMISE: { reason: 'KEY_COMPROMISE' },
  REVOCATION_REASON_CACOMPROMISE: { reason: 'CA_COMPROMISE' },
  REVOCATION_REASON_AFFILIATIONCHANGED: { reason: 'AFFILIATION_CHANGED' },
  REVOCATION_REASON_SUPERSEDED: { reason: 'SUPERSEDED' },
  REVOCATION_REASON_CESSATIONOFOPERATION: { reason: 'CESSATION_OF_OPERATION' },
  REVOCATION_REASON_CERTIFICATEHOLD: { reason: 'CERTIFICATE_HOLD' },
  REVOCATION_REASON_REMOVEFROMCRL: { reason: 'REMOVE_FROM_CRL' },
  REVOCATION_REASON_PRIVILEGESWITHDRAWN: { reason: 'PRIVILEGES_WITHDRAWN' },
  REVOCATION_REASON_AACOMPROMISE: { reason: 'AA_COMPROMISE' },
};
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const TERMS = { properties: PROPERTIES, operations: OPERATIONS, operationsOf };
