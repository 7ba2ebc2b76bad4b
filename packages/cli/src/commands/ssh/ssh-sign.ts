import { randomBytes } from 'node:crypto';
import { compareBytes, PkiError, printedSerialNumber, type SshCertificate, SshPublicKey } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { FileError, UnexpectedAnswerError, UsageError } from '../../errors.ts';
import { endWarnings, readValidity, requireWithin } from '../../enrollment/validity.ts';
import { readInputFile } from '../../files/input-file.ts';
import { formatMoment } from '../../arguments/moment.ts';
import { printable } from '../../terminal/output.ts';
import { StagedFiles } from '../../files/staged-files.ts';

interface SignOptions {
  readonly ca?: string;
  readonly profile?: string;
  readonly endEntityProfile: string;
  readonly username: string;
  readonly keyId?: string;
  readonly principal: readonly string[];
  readonly forceCommand?: string;
  readonly sourceAddress?: string;
  readonly extension: readonly string[];
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly out?: string;
  readonly force?: boolean;
}

/** `sealwright ssh sign`: has a public key certified. */
export function addSshSignCommand(ssh: CliCommand): void {
  const several = (value: string, before: readonly string[]) => [...before, value];
  ssh
    .command('sign')
    .summary('get an SSH certificate for a public key')
    .description('Has an SSH CA certify the public key in FILE, for a user or a host as the certificate profile says.')
    .argument('<file>', 'the public key, such as id_ed25519.pub')
    .option('--ca <ca>', "name of the CA; the end entity profile's default when left out")
    .option('--profile <name>', "certificate profile; the end entity profile's default when left out")
    .requiredOption('--end-entity-profile <name>', 'end entity profile, of the type SSH')
    .requiredOption('--username <name>', 'the end entity that the certificate is for')
    .option('--key-id <text>', 'what logs call the certificate; the username when left out')
    .option('--principal <name>', 'a user or host that it is valid for; may be repeated', several, [])
    .option('--force-command <command>', 'what is run whatever the user asks for')
    .option('--source-address <list>', 'from where it may be used: 10.0.0.0/8,2001:db8::/32')
    .option('--extension <name[=value]>', 'a further extension; may be repeated', several, [])
    .option('--not-before <time>', 'ISO 8601 with offset; counts where the profile lets it')
    .option('--not-after <time>', 'ISO 8601 with offset; counts where the profile lets it')
    .option('--out <file>', 'the certificate; FILE with -cert.pub instead of .pub when left out')
    .option('--force', 'overwrite the file')
    .examples(
      'sealwright ssh sign ~/.ssh/id_ed25519.pub --ca "SSH CA" --end-entity-profile Staff --username alice --principal alice',
      `sealwright ssh sign /etc/ssh/ssh_host_ed25519_key.pub --ca "SSH Host CA" --end-entity-profile Hosts \\
      --username web1 --key-id web1.example.com --principal web1.example.com`,
      `sealwright ssh sign deploy.pub --end-entity-profile Robots --username deploy --principal deploy \\
      --force-command "/usr/local/bin/deploy" --source-address 10.1.0.0/16 --not-after 2031-05-01T10:00:00Z`,
    )
    .inSession(async (session, command) => {
      const options = command.opts<SignOptions>();
      const [file = ''] = command.args;
      const output = { path: options.out ?? certificateFile(file), mode: 0o644 } as const;
      const { line: publicKey, key } = await readPublicKey(file);
      const extensions = new Map(options.extension.map(parseExtension));
      const asked = readValidity(options);
      const files = new StagedFiles({ force: options.force ?? false });
      await files.requireFree([output]);
      const rest = await session.connectToSsh();
      const { line, read: certificate } = await rest.requestCertificate({
        ca: options.ca,
        certificateProfile: options.profile,
        endEntityProfile: options.endEntityProfile,
        username: options.username,
        // Nobody has to know it: the interface asks for one, and this end entity does not log in.
        password: randomBytes(24).toString('base64url'),
        publicKey,
        keyId: options.keyId ?? options.username,
        principals: options.principal,
        forceCommand: options.forceCommand,
        sourceAddress: options.sourceAddress,
        extensions,
        notBefore: momentOf(asked.notBefore),
        notAfter: momentOf(asked.notAfter),
      });
      requireOwnKey(certificate, key);
      const given = validityOf(certificate);
      requireWithin(given, asked);
      await files.stage(output, `${line}\n`);
      await files.publish();
      session.show({
        text: () => describe(output.path, certificate),
        json: {
          outcome: 'issued',
          type: certificate.type,
          key_id: certificate.keyId,
          // As a text: it may be larger than a number of JSON that every reader takes.
          serial_number: hexSerial(certificate),
          principals: certificate.principals,
          valid_after: isoTime(certificate.validAfter),
          valid_before: isoTime(certificate.validBefore),
          signature_key: certificate.signatureKey.fingerprint,
          file: output.path,
        },
        warnings: endWarnings(given, asked, 'the certificate profile or the CA'),
      });
      return 'success';
    });
}

async function readPublicKey(file: string): Promise<{ readonly line: string; readonly key: SshPublicKey }> {
  const line = Buffer.from(await readInputFile(file, 'the public key'))
    .toString('utf8')
    .trim();
  try {
    return { line, key: SshPublicKey.parseLine(line).key };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    const problem = `${file} is not an SSH public key: ${error.message}`;
    throw new FileError('cli.file_unusable', problem, { cause: error });
  }
}

/** Returns the file in which ssh looks for the certificate of a key. */
function certificateFile(file: string): string {
  return `${file.replace(/\.pub$/, '')}-cert.pub`;
}

function parseExtension(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^=]+)(?:=(.*))?$/.exec(text) ?? [];
  if (name === undefined) throw new UsageError(`--extension is '${text}'; it has to be a name, or name=value`);
  return [name, value ?? ''];
}

function momentOf(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : formatMoment(seconds);
}

/** A certificate without an end is one that ends with the calendar. */
function validityOf({ serialNumber, validAfter, validBefore }: SshCertificate) {
  return {
    notBefore: Number(validAfter),
    notAfter: Math.min(Number(validBefore), END_OF_TIME),
    serialNumberText: serialNumber.toString(16).toUpperCase(),
  };
}

function requireOwnKey(certificate: SshCertificate, key: SshPublicKey): void {
  if (compareBytes(certificate.key.blob, key.blob) === 0 && certificate.verify(certificate.signatureKey)) return;
  throw new UnexpectedAnswerError('the certificate in the answer is for another key, or its signature is wrong');
}

function describe(file: string, certificate: SshCertificate): string {
  const { type, keyId, principals } = certificate;
  const names = principals.length === 0 ? 'everybody' : principals.map(printable).join(', ');
  return `${file}: ${type} certificate '${printable(keyId)}', serial number ${hexSerial(certificate)}, for ${names}, valid until ${isoTime(certificate.validBefore)}\n`;
}

/** As `sealwright revoke --serial` takes it; ssh-keygen shows it in decimal. */
function hexSerial({ serialNumber }: SshCertificate): string {
  return printedSerialNumber(serialNumber.toString(16).toUpperCase());
}

function isoTime(seconds: bigint): string {
  const time = new Date(Number(seconds) * 1000);
  return Number.isNaN(time.getTime()) ? 'for ever' : time.toISOString().replace('.000Z', 'Z');
}

/** 9999-12-31T23:59:59Z */
const END_OF_TIME = 253_402_300_799;
