/** What an enrolment is to do, checked before anything is done. */
import type { DistinguishedName, GeneralName } from '@sealwright/pki';
import { parseDn } from '../ca-name.ts';
import { FileError, UsageError } from '../errors.ts';
import { readInputFile } from '../input-file.ts';
import type { OutputFile } from '../staged-files.ts';
import { KEY_TYPES, type KeyType } from './key-types.ts';
import { parseSubjectName } from './subject-names.ts';

/** The options of `enroll`, as commander collects them. */
export interface EnrollOptions {
  readonly ca: string;
  readonly profile: string;
  readonly eeProfile: string;
  readonly username: string;
  readonly email?: string;
  readonly subject?: string;
  readonly san?: readonly string[];
  readonly keyType?: string;
  readonly csr?: string;
  readonly out: string;
  readonly p12?: string;
  readonly p12PasswordFile?: string;
  readonly force?: boolean;
}

/** Where the request comes from. */
export type RequestSource =
  | {
      readonly kind: 'new-key';
      readonly keyType: KeyType;
      readonly subject: DistinguishedName;
      readonly names: readonly GeneralName[];
      readonly keyFile: OutputFile;
      readonly pkcs12: Pkcs12Plan | undefined;
    }
  | {
      readonly kind: 'csr';
      readonly file: string;
      /** Instead of the subject in the request. */
      readonly subjectDn: string | undefined;
    };

/** A keystore to be written. */
interface Pkcs12Plan {
  readonly file: OutputFile;
  readonly password: string;
}

/** The checked options. */
export interface EnrollmentPlan {
  readonly source: RequestSource;
  readonly certificateFile: OutputFile;
  readonly chainFile: OutputFile;
  /** Every file that the enrolment writes. */
  readonly files: readonly OutputFile[];
}

/**
 * Checks the options of `enroll`.
 *
 * @throws {@link UsageError} when they contradict each other, or a value is not what it has to be
 * @throws {@link FileError} for a password file that cannot be used
 */
export async function planEnrollment(options: EnrollOptions): Promise<EnrollmentPlan> {
  const certificateFile: OutputFile = { path: `${options.out}.crt.pem`, mode: 0o644 };
  const chainFile: OutputFile = { path: `${options.out}.chain.pem`, mode: 0o644 };
  const source = options.csr === undefined ? await newKeySource(options) : csrSource(options.csr, options);
  const secret =
    source.kind === 'csr' ? [] : [source.keyFile, ...(source.pkcs12 === undefined ? [] : [source.pkcs12.file])];
  const files = [...secret, certificateFile, chainFile];
  const twice = files.find((file, at) => files.findIndex(({ path }) => path === file.path) < at);
  if (twice !== undefined) throw new UsageError(`${twice.path} is named for two files`);
  return { source, certificateFile, chainFile, files };
}

async function newKeySource(options: EnrollOptions): Promise<RequestSource> {
  const { subject, keyType = 'P-256', out } = options;
  if (subject === undefined) throw new UsageError('--subject is missing (or --csr FILE, whose request has one)');
  if (!isKeyType(keyType))
    throw new UsageError(`--key-type is '${keyType}'; it has to be one of ${Object.keys(KEY_TYPES).join(', ')}`);
  const names = (options.san ?? []).map(parseSubjectName);
  const name = parseDn(subject, '--subject');
  if (name.isEmpty && names.length === 0) throw new UsageError('an empty --subject needs at least one --san');
  return {
    kind: 'new-key',
    keyType,
    subject: name,
    names,
    keyFile: { path: `${out}.key.pem`, mode: 0o600 },
    pkcs12: await planPkcs12(options),
  };
}

function csrSource(file: string, options: EnrollOptions): RequestSource {
  const { san, keyType, p12, p12PasswordFile, subject } = options;
  const given = [
    [san !== undefined, '--san'],
    [keyType !== undefined, '--key-type'],
    [p12 !== undefined, '--p12'],
    [p12PasswordFile !== undefined, '--p12-password-file'],
  ] as const;
  const wrong = given.find(([isGiven]) => isGiven);
  if (wrong !== undefined)
    throw new UsageError(`${wrong[1]} is for a key made here; --csr brings a request that is complete`);
  return { kind: 'csr', file, subjectDn: subject === undefined ? undefined : parseDn(subject, '--subject').toString() };
}

async function planPkcs12({ p12, p12PasswordFile }: EnrollOptions): Promise<Pkcs12Plan | undefined> {
  if (p12 === undefined && p12PasswordFile === undefined) return undefined;
  if (p12 === undefined || p12PasswordFile === undefined)
    throw new UsageError('--p12 and --p12-password-file need each other');
  return { file: { path: p12, mode: 0o600 }, password: await readPassword(p12PasswordFile) };
}

/** The first line of the file. */
async function readPassword(file: string): Promise<string> {
  const text = Buffer.from(await readInputFile(file, 'the password of the keystore')).toString('utf8');
  const [password = ''] = text.split(/\r?\n/, 1);
  if (password !== '') return password;
  throw new FileError(
    'cli.file_unusable',
    `the first line of ${file} is empty; the password of the keystore belongs there`,
  );
}

function isKeyType(text: string): text is KeyType {
  return Object.hasOwn(KEY_TYPES, text);
}
