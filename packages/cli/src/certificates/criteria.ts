/** Options that say which certificates, in the words of searches of the interface. */
import type { CliCommand } from '../cli-command.ts';
import { parseMomentOrDay } from '../arguments/moment.ts';
import { parseReason, REASONS } from '../arguments/revocation-reason.ts';
import { parseSerial } from '../arguments/serial-number.ts';
import { UsageError } from '../errors.ts';
import type { CertificateCriterion, CertificateOrder } from '../rest/certificate-rest.ts';
import { printable } from '../terminal/output.ts';

/** The options as commander collects them. */
export interface CriteriaOptions extends Partial<Readonly<Record<TextOption | DateOption, string>>> {
  readonly match?: string;
  readonly ca?: readonly string[];
  readonly endEntityProfile?: readonly string[];
  readonly profile?: readonly string[];
  readonly status?: readonly string[];
  readonly reason?: readonly string[];
}

/** The options of an order. */
export interface OrderOptions {
  readonly sort?: string;
  readonly descending?: boolean;
}

/** Declares the options that say which certificates. */
export function declareCriteria(command: CliCommand): CliCommand {
  return declareScope(command)
    .option('--status <status...>', 'active, notified (about their end) or revoked')
    .option('--reason <reason...>', 'revoked for one of these reasons, such as KEY_COMPROMISE')
    .option('--issued-after <time>', 'issued after then: ISO 8601 with offset, or a day, which is its beginning in UTC')
    .option('--issued-before <time>', 'issued before then')
    .option('--expires-after <time>', 'end after then')
    .option('--expires-before <time>', 'end before then')
    .option('--revoked-after <time>', 'revoked after then')
    .option('--revoked-before <time>', 'revoked before then')
    .option('--updated-after <time>', 'last changed, or issued, after then')
    .option('--updated-before <time>', 'last changed, or issued, before then');
}

/** Declares those that say of whom, and leaves status and moments out. */
export function declareScope(command: CliCommand): CliCommand {
  return command
    .option('--query <text>', 'in username, subject, alternative names or account, or the whole serial number')
    .option('--username <text>', 'in the username of the end entity')
    .option('--subject-dn <text>', 'in the subject DN')
    .option('--subject-alt-name <text>', 'in the alternative names, such as dNSName=www.example')
    .option('--account-binding-id <text>', 'in the account at another program')
    .option('--serial <number>', 'with this serial number, hexadecimal')
    .option(
      '--match <how>',
      'equal, like or begins-with: how that text is compared (default: like; a serial number: equal)',
    )
    .option('--ca <name...>', 'of these CAs')
    .option('--end-entity-profile <name...>', 'under these end entity profiles')
    .option('--profile <name...>', 'under these certificate profiles');
}

/** Declares the options of an order. */
export function declareOrder(command: CliCommand): CliCommand {
  return command
    .option(
      '--sort <property>',
      'such as username, subject-dn, issued-date, expire-date or update-time (default: in the order in which they were stored)',
    )
    .option('--descending', 'the last first');
}

/**
 * Makes criteria of the options. Without any, all certificates fit them.
 *
 * @throws {@link UsageError}
 */
export function readCriteria(options: CriteriaOptions): readonly CertificateCriterion[] {
  const equal = (property: string, values: readonly string[] = []) =>
    values.map((value) => ({ property, operation: 'EQUAL', value }) as const);
  const criteria = [
    ...readText(options),
    ...equal('CA', options.ca),
    ...equal('END_ENTITY_PROFILE', options.endEntityProfile),
    ...equal('CERTIFICATE_PROFILE', options.profile),
    ...equal('STATUS', readStatuses(options)),
    ...readMoments(options),
  ];
  // A search without any criterion is refused, and every certificate is one of these.
  return criteria.length > 0 ? criteria : equal('STATUS', [STATUSES.active, STATUSES.revoked]);
}

/** Reads the order; undefined: that in which they were made. @throws {@link UsageError} */
export function readOrder({ sort, descending = false }: OrderOptions): CertificateOrder | undefined {
  if (sort === undefined) {
    if (descending) throw new UsageError('--descending needs --sort PROPERTY');
    return undefined;
  }
  const property = ORDERS.find((order) => optionWord(order) === sort.toLowerCase().replaceAll('_', '-'));
  if (property !== undefined) return { property, descending };
  const known = ORDERS.map(optionWord).join(', ');
  throw new UsageError(`--sort is '${printable(sort)}'; it has to be one of ${known}`);
}

function readText(options: CriteriaOptions): readonly CertificateCriterion[] {
  const given = TEXT_OPTIONS.filter((name) => options[name] !== undefined);
  const [name] = given;
  if (given.length > 1)
    throw new UsageError(
      `${given.map(flag).join(' and ')} are given; a search takes one text, and --query looks for it everywhere`,
    );
  if (name === undefined) {
    if (options.match !== undefined) throw new UsageError('--match is for a text; give one, such as --query TEXT');
    return [];
  }
  const text = options[name]!;
  if (text.trim() === '') throw new UsageError(`${flag(name)} is empty; it has to be a text to look for`);
  const operation = readMatch(options.match) ?? (name === 'serial' ? 'EQUAL' : 'LIKE');
  const value = name === 'serial' ? serialText(text, operation) : text;
  return [{ property: TEXT_PROPERTIES[name], operation, value }];
}

/** A number that may be decimal is said to be hexadecimal. */
function serialText(text: string, operation: CertificateCriterion['operation']): string {
  if (operation === 'EQUAL') return `0x${parseSerial(text, '--serial')}`;
  const digits = text.replaceAll(/[:\s]/g, '').replace(/^0x/i, '');
  if (/^[0-9a-f]{1,40}$/i.test(digits)) return digits;
  throw new UsageError(
    `--serial is '${printable(text)}'; it has to be digits of a serial number in hexadecimal, 40 at most`,
  );
}

function readMatch(text: string | undefined): CertificateCriterion['operation'] | undefined {
  if (text === undefined) return undefined;
  const operation = text.toUpperCase().replaceAll('-', '_');
  if (operation === 'EQUAL' || operation === 'LIKE' || operation === 'BEGINS_WITH') return operation;
  throw new UsageError(`--match is '${printable(text)}'; it has to be equal, like or begins-with`);
}

function readStatuses({ status, reason }: CriteriaOptions): readonly string[] {
  const statuses = (status ?? (reason === undefined ? [] : ['revoked'])).map((text) => {
    const word = text.toLowerCase().replace(/^cert_/, '');
    if (Object.hasOwn(STATUSES, word)) return STATUSES[word as keyof typeof STATUSES];
    throw new UsageError(`--status is '${printable(text)}'; it has to be one of ${Object.keys(STATUSES).join(', ')}`);
  });
  if (reason !== undefined && !statuses.includes(STATUSES.revoked))
    throw new UsageError('--reason is for revoked certificates; leave --status out, or add revoked to it');
  const reasons = (reason ?? []).map((text) => `REVOCATION_REASON_${parseReason(text, REASONS).replaceAll('_', '')}`);
  return [...new Set([...statuses, ...reasons])];
}

function readMoments(options: CriteriaOptions): readonly CertificateCriterion[] {
  return Object.entries(DATE_OPTIONS).flatMap(([name, [property, operation]]) => {
    const text = options[name as DateOption];
    return text === undefined ? [] : [{ property, operation, value: parseMomentOrDay(text, flag(name)) }];
  });
}

/** `--subject-dn` of `subjectDn`. */
function flag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The option for an account is shorter than the property, in an order as in a criterion. */
function optionWord(property: string): string {
  if (property === TEXT_PROPERTIES.accountBindingId) return 'account-binding-id';
  return property.toLowerCase().replaceAll('_', '-');
}

type TextOption = keyof typeof TEXT_PROPERTIES;
type DateOption = keyof typeof DATE_OPTIONS;

const TEXT_PROPERTIES = {
  query: 'QUERY',
  username: 'USERNAME',
  subjectDn: 'SUBJECT_DN',
  subjectAltName: 'SUBJECT_ALT_NAME',
  accountBindingId: 'EXTERNAL_ACCOUNT_BINDING_ID',
  serial: 'SERIAL_NUMBER',
} as const;
const TEXT_OPTIONS = Object.keys(TEXT_PROPERTIES) as readonly TextOption[];
const DATE_OPTIONS = {
  issuedAfter: ['ISSUED_DATE', 'AFTER'],
  issuedBefore: ['ISSUED_DATE', 'BEFORE'],
  expiresAfter: ['EXPIRE_DATE', 'AFTER'],
  expiresBefore: ['EXPIRE_DATE', 'BEFORE'],
  revokedAfter: ['REVOCATION_DATE', 'AFTER'],
  revokedBefore: ['REVOCATION_DATE', 'BEFORE'],
  updatedAfter: ['UPDATE_TIME', 'AFTER'],
  updatedBefore: ['UPDATE_TIME', 'BEFORE'],
} as const;
const STATUSES = {
  active: 'CERT_ACTIVE',
  notified: 'CERT_NOTIFIEDABOUTEXPIRATION',
  revoked: 'CERT_REVOKED',
} as const;
const ORDERS: readonly string[] = [
  'USERNAME',
  'ISSUER_DN',
  'SUBJECT_DN',
  'EXTERNAL_ACCOUNT_BINDING_ID',
  'END_ENTITY_PROFILE',
  'CERTIFICATE_PROFILE',
  'STATUS',
  'TYPE',
  'UPDATE_TIME',
  'ISSUED_DATE',
  'EXPIRE_DATE',
  'REVOCATION_DATE',
];
