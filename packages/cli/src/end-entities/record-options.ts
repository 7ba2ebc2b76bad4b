/** The options that describe an end entity, of `entity add` and `entity edit`. */
import { formatGeneralNames } from '@sealwright/pki';
import type { CliCommand } from '../cli-command.ts';
import { parseDn } from '../arguments/ca-name.ts';
import { parseMoment } from '../arguments/moment.ts';
import { collect } from '../arguments/repeated.ts';
import { parseSerial } from '../arguments/serial-number.ts';
import { parseSubjectName } from '../enrollment/subject-names.ts';
import { UsageError } from '../errors.ts';
import { printable } from '../terminal/output.ts';
import { MEMBER_NAMES, type NamedValue, type RecordChanges, REQUIRED_MEMBERS, STATUSES, TOKENS } from './record.ts';
import { readWord, ValueProblem } from './values.ts';

/** The options, as commander collects them. */
export interface RecordOptions {
  readonly subject?: string;
  readonly san?: readonly string[];
  readonly email?: string;
  readonly ca?: string;
  readonly profile?: string;
  readonly endEntityProfile?: string;
  readonly token?: string;
  readonly status?: string;
  readonly keyRecoverable?: boolean;
  readonly accountBinding?: string;
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly serial?: string;
  readonly extensionData?: readonly string[];
  readonly customData?: readonly string[];
}

/** Declares the options. */
export function declareRecordOptions(command: CliCommand): CliCommand {
  return command
    .option('--subject <dn>', 'subject DN of its certificates, such as "CN=Alice,O=Example"')
    .option(
      '--san <type:value>',
      'alternative name, such as dns:web1.example, ip:10.0.0.1 or email:a@b.example; may be repeated',
      collect,
    )
    .option('--email <address>', 'e-mail address')
    .option('--ca <name>', 'CA that issues to it')
    .option('--profile <name>', 'certificate profile, such as ENDUSER')
    .option('--end-entity-profile <name>', 'end entity profile, such as EMPTY')
    .option('--token <type>', `form in which it gets key and certificate: ${TOKENS.join(', ')}`)
    .option('--status <status>', `one of ${STATUSES.join(', ')}`)
    .option('--key-recoverable', 'have the server keep the keys that it makes for it')
    .option('--no-key-recoverable', 'have it keep none')
    .option('--account-binding <id>', 'account at another program')
    .option('--not-before <time>', 'beginning of its certificates, ISO 8601 with offset, where the profiles allow it')
    .option('--not-after <time>', 'end of its certificates, likewise')
    .option('--serial <hex>', 'serial number of its next certificate, where the profiles allow it')
    .option('--extension-data <name=value>', 'data for extensions, by object identifier; may be repeated', collect)
    .option('--custom-data <name=value>', 'data of your own; may be repeated', collect);
}

/**
 * Reads the options. An empty value removes what was there.
 *
 * @throws {@link UsageError}
 */
export function readRecordOptions(options: RecordOptions): RecordChanges {
  const { san, accountBinding, serial, extensionData, customData, keyRecoverable } = options;
  requireValues(options);
  return {
    ...given('subjectDn', options.subject, (text) => parseDn(text, '--subject').toString()),
    ...(san === undefined ? {} : { subjectAltName: readNames(san) }),
    ...given('email', options.email, optional),
    ...given('ca', options.ca, (name) => name),
    ...given('certificateProfile', options.profile, (name) => name),
    ...given('endEntityProfile', options.endEntityProfile, (name) => name),
    ...given('token', options.token, (text) => word('--token', text, TOKENS)),
    ...given('status', options.status, (text) => word('--status', text, STATUSES)),
    ...(keyRecoverable === undefined ? {} : { keyRecoverable }),
    ...given('accountBindingId', accountBinding, optional),
    ...given('startTime', options.notBefore, (text) => (text === '' ? undefined : parseMoment(text, '--not-before'))),
    ...given('endTime', options.notAfter, (text) => (text === '' ? undefined : parseMoment(text, '--not-after'))),
    ...given('serialNumber', serial, (text) => (text === '' ? undefined : parseSerial(text, '--serial'))),
    ...given('extensionData', extensionData, (texts) => texts.map((text) => namedValue('--extension-data', text))),
    ...given('customData', customData, (texts) => texts.map((text) => namedValue('--custom-data', text))),
  };
}

/** Reads `--status` of another command, or a word in its place. @throws {@link UsageError} */
export function word(option: string, text: string, words: readonly string[]): string {
  const read = readWord(text, words);
  if (read instanceof ValueProblem) throw new UsageError(`${option} '${printable(text)}' ${read.problem}`);
  return read;
}

/** The options of members, for messages. */
export function optionOf(member: (typeof REQUIRED_MEMBERS)[number]): string {
  return OPTIONS[member];
}

/** Refuses to empty what no end entity can do without. */
function requireValues(options: RecordOptions): void {
  const values = [options.subject, options.ca, options.profile, options.endEntityProfile, options.token];
  const at = values.findIndex((value) => value?.trim() === '');
  if (at >= 0)
    throw new UsageError(
      `${OPTIONS[REQUIRED_MEMBERS[at]!]} is empty, and every end entity has a ${MEMBER_NAMES[REQUIRED_MEMBERS[at]!]}`,
    );
}

function given<Member extends keyof RecordChanges, T>(
  member: Member,
  value: T | undefined,
  read: (value: T) => RecordChanges[Member],
): RecordChanges {
  return value === undefined ? {} : { [member]: read(value) };
}

function readNames(san: readonly string[]): string | undefined {
  const names = san.filter((text) => text !== '').map(parseSubjectName);
  return names.length === 0 ? undefined : formatGeneralNames(names);
}

function optional(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function namedValue(option: string, text: string): NamedValue {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`${option} takes NAME=VALUE, which '${printable(text)}' is not`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

const OPTIONS = {
  subjectDn: '--subject',
  ca: '--ca',
  certificateProfile: '--profile',
  endEntityProfile: '--end-entity-profile',
  token: '--token',
} as const;
