/** The commands about whose certificates a worker lets in. */
import { PkiError, serialNumberFromPrinted } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { RuleNotFoundError, UsageError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';
import type { ClientRule } from '../../rest/workers-rest.ts';
import { parseSerial } from '../../arguments/serial-number.ts';
import { describeRule } from './worker-show.ts';

interface RuleOptions {
  readonly match: string;
  readonly issuer: string;
  readonly description?: string;
}

/** `sealwright worker authorize`: lets a certificate in. */
export function addWorkerAuthorizeCommand(worker: CliCommand): void {
  declareRule(worker.command('authorize'))
    .option('--description <text>', 'for those who read the rule later')
    .summary('let a client certificate in')
    .description(
      'Lets in who shows a certificate of an issuer with a value in a field. It counts where AUTHTYPE is CLIENTCERT.',
    )
    .examples(
      'sealwright worker authorize PlainSigner --match SUBJECT_RDN_CN=build1 --issuer CN=ManagementCA,O=Sealwright',
      'sealwright worker authorize PlainSigner --match CERTIFICATE_SERIALNO=4F3C --issuer CN=ManagementCA,O=Sealwright',
    )
    .inSession(async (session, command) => {
      const [named = ''] = command.args;
      const rule = readRule(command.opts<RuleOptions>());
      const { id, name } = await (
        await session.connectToWorkers()
      ).change(named, ({ type, properties, rules }) => ({
        type,
        properties,
        rules: [...rules.filter((other) => !isSame(other, rule)), rule],
      }));
      session.show({
        text: () => `authorized: ${printable(describeRule(rule))} at ${printable(name)}\n`,
        json: { outcome: 'authorized', worker: { id, name }, rule },
      });
      return 'success';
    });
}

/** `sealwright worker unauthorize`: no longer lets a certificate in. */
export function addWorkerUnauthorizeCommand(worker: CliCommand): void {
  declareRule(worker.command('unauthorize'))
    .summary('let a client certificate in no longer')
    .description('Takes away the rule that `worker authorize` made with the same field, value and issuer.')
    .examples(
      'sealwright worker unauthorize PlainSigner --match SUBJECT_RDN_CN=build1 --issuer CN=ManagementCA,O=Sealwright',
    )
    .inSession(async (session, command) => {
      const [named = ''] = command.args;
      const rule = readRule(command.opts<RuleOptions>());
      const { id, name } = await (
        await session.connectToWorkers()
      ).change(named, ({ type, properties, rules }) => {
        const others = rules.filter((other) => !isSame(other, rule));
        if (others.length === rules.length) throw new RuleNotFoundError(describeRule(rule));
        return { type, properties, rules: others };
      });
      session.show({
        text: () => `no longer authorized: ${printable(describeRule(rule))} at ${printable(name)}\n`,
        json: { outcome: 'unauthorized', worker: { id, name }, rule },
      });
      return 'success';
    });
}

function declareRule(command: CliCommand): CliCommand {
  return command
    .argument('<worker>', 'name or id')
    .requiredOption(
      '--match <field=value>',
      'SUBJECT_RDN_CN, SUBJECT_RDN_O, CERTIFICATE_SERIALNO, ... and the exact value; a serial number as OpenSSL prints it',
    )
    .requiredOption('--issuer <dn>', 'the subject of the CA that issues the certificate');
}

function readRule({ match, issuer, description = '' }: RuleOptions): ClientRule {
  const equals = match.indexOf('=');
  if (equals < 1) throw new UsageError(`--match is '${match}'; it has to be FIELD=VALUE`);
  const subjectField = match.slice(0, equals).toUpperCase();
  if (!FIELDS.includes(subjectField))
    throw new UsageError(`--match names '${subjectField}'; known are ${FIELDS.join(', ')}`);
  const value = match.slice(equals + 1);
  const subjectValue = subjectField === SERIAL_NUMBER ? parseSerial(value, '--match') : value;
  return { subjectField, subjectValue, issuer, description };
}

function isSame(one: ClientRule, other: ClientRule): boolean {
  return one.subjectField === other.subjectField && valueOf(one) === valueOf(other) && one.issuer === other.issuer;
}

/** The value as the server compares it. A rule that somebody else made may have a serial number in another form, or none. */
function valueOf({ subjectField, subjectValue }: ClientRule): string {
  if (subjectField !== SERIAL_NUMBER) return subjectValue;
  try {
    return serialNumberFromPrinted(subjectValue);
  } catch (error) {
    if (error instanceof PkiError) return subjectValue;
    throw error;
  }
}

const SERIAL_NUMBER = 'CERTIFICATE_SERIALNO';

/** The fields of a certificate that a rule can look at. */
const FIELDS = [
  SERIAL_NUMBER,
  ...['C', 'DC', 'ST', 'L', 'O', 'OU', 'TITLE', 'SERIALNO', 'CN', 'UID', 'E'].map((name) => `SUBJECT_RDN_${name}`),
  'SUBJECT_ALTNAME_RFC822NAME',
  'SUBJECT_ALTNAME_MSUPN',
];
