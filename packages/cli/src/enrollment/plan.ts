/** Plan of an enrollment, checked before anything is done. */
import type { DistinguishedName, GeneralName } from '@sealwright/pki';
import { parseDn } from '../arguments/ca-name.ts';
import { UsageError } from '../errors.ts';
import type { Session } from '../session.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import { type EnrollmentFiles, type FileOptions, planFiles } from './files.ts';
import { KEY_TYPES, type KeyType, type NewKey } from './key-types.ts';
import { type CvRequestFile, readRequestFile, type X509RequestFile } from './request-file.ts';
import { parseSubjectName } from './subject-names.ts';
import { type AskedValidity, readValidity, type ValidityOptions } from './validity.ts';

/** The options of `enroll`, as commander collects them. */
export interface EnrollOptions extends FileOptions, ValidityOptions {
  readonly ca?: string;
  readonly profile?: string;
  readonly endEntityProfile: string;
  readonly username?: string;
  readonly email?: string;
  readonly subject?: string;
  readonly san?: readonly string[];
  readonly keyType?: string;
  readonly csr?: string;
  readonly finalize?: string;
  readonly passwordFile?: string;
  readonly force?: boolean;
}

/** Source of the request. */
export type RequestSource = X509Source | CvSource;

/** Source of a request for an X.509 certificate. */
export type X509Source =
  | {
      readonly kind: 'new-key';
      /** A key that is there is used again. */
      readonly key: KeyType | NewKey;
      readonly subject: DistinguishedName;
      readonly names: readonly GeneralName[];
    }
  | ({ readonly kind: 'file'; readonly request: X509RequestFile } & GivenNames);

/** Source of a request for a card verifiable certificate. */
export interface CvSource extends GivenNames {
  readonly kind: 'card-verifiable';
  readonly request: CvRequestFile;
}

/** Names that were given instead of those in the request. */
interface GivenNames {
  readonly subject: DistinguishedName | undefined;
  readonly names: readonly GeneralName[] | undefined;
}

/** Answer for the request: an administrator, or the end entity itself. */
export type EnrollmentTerms =
  /** The administrator makes or edits the end entity. */
  | {
      readonly by: 'administrator';
      readonly profile: string;
      readonly endEntityProfile: string;
      readonly email: string | undefined;
    }
  /** The end entity exists. */
  | { readonly by: 'password'; readonly password: string };

/** The checked options. */
export interface EnrollmentPlan<Source extends RequestSource = RequestSource> {
  readonly ca: string;
  readonly username: string;
  readonly terms: EnrollmentTerms;
  readonly source: Source;
  readonly validity: AskedValidity;
  readonly files: EnrollmentFiles;
  /** Files that exist are overwritten. */
  readonly force: boolean;
}

/**
 * Checks the options of `enroll` and reads the files that they name.
 *
 * @throws {@link UsageError} when they contradict each other, or a value is not what it has to be
 * @throws {@link FileError} for a request or a password file that cannot be used
 */
export async function planEnrollment(session: Session, options: EnrollOptions): Promise<EnrollmentPlan> {
  const { ca, username, force = false } = options;
  if (ca === undefined || username === undefined || (options.profile === undefined && !showsPassword(options)))
    throw new UsageError(
      '--ca, --profile and --username are needed (or --finalize ID for a request that was approved)',
    );
  const source = options.csr === undefined ? newKeySource(options) : await fileSource(options.csr, options);
  const files = await planFiles(options, source.kind === 'new-key');
  const validity = readValidity(options);
  return { ca, username, terms: await termsOf(session, options), source, validity, files, force };
}

/** Returns whether an end entity that exists enrolls with its password. */
export function showsPassword({ csr, passwordFile }: Pick<EnrollOptions, 'csr' | 'passwordFile'>): boolean {
  return csr !== undefined && passwordFile !== undefined;
}

async function termsOf(session: Session, options: EnrollOptions): Promise<EnrollmentTerms> {
  const { profile, endEntityProfile, email, passwordFile: file } = options;
  if (showsPassword(options)) {
    const secret = { what: 'password of the end entity', question: 'Password of the end entity: ' };
    return { by: 'password', password: await readSecretLine(session, { ...secret, option: '--password-file', file }) };
  }
  if (file !== undefined) throw new UsageError('--password-file is for --csr, --finalize and --keystore');
  return { by: 'administrator', profile: profile!, endEntityProfile, email };
}

function newKeySource(options: EnrollOptions): RequestSource {
  const { subject, keyType = 'P-256' } = options;
  if (subject === undefined) throw new UsageError('--subject is missing (or --csr FILE, whose request has one)');
  const key = readKeyType(keyType);
  const names = (options.san ?? []).map(parseSubjectName);
  const name = parseDn(subject, '--subject');
  if (name.isEmpty && names.length === 0) throw new UsageError('an empty --subject needs at least one --san');
  return { kind: 'new-key', key, subject: name, names };
}

/** Reads a value of `--key-type`. @throws {@link UsageError} */
export function readKeyType(text: string): KeyType {
  if (isKeyType(text)) return text;
  throw new UsageError(`--key-type is '${text}'; it has to be one of ${Object.keys(KEY_TYPES).join(', ')}`);
}

async function fileSource(file: string, options: EnrollOptions): Promise<RequestSource> {
  const { san, keyType, p12, p12PasswordFile, subject } = options;
  const given = [
    [keyType !== undefined, '--key-type'],
    [p12 !== undefined, '--p12'],
    [p12PasswordFile !== undefined, '--p12-password-file'],
  ] as const;
  const wrong = given.find(([isGiven]) => isGiven);
  if (wrong !== undefined) throw new UsageError(`${wrong[1]} is for a key made here; --csr brings one`);
  const name = subject === undefined ? undefined : parseDn(subject, '--subject');
  const names = san?.map(parseSubjectName);
  const request = await readRequestFile(file);
  if (names !== undefined && request.form === 'PKCS10')
    throw new UsageError('--san is not for a PKCS#10 request, which has its alternative names itself');
  if (name === undefined && request.subject === undefined && !showsPassword(options))
    throw new UsageError(`--subject is missing: the request in ${file} names nobody`);
  const asked = { subject: name, names };
  return request.form === 'CVC' ? { kind: 'card-verifiable', request, ...asked } : { kind: 'file', request, ...asked };
}

function isKeyType(text: string): text is KeyType {
  return Object.hasOwn(KEY_TYPES, text);
}
