/** Plan of an enrollment, checked before anything is done. */
import type { DistinguishedName, GeneralName } from '@sealwright/pki';
import { parseDn } from '../arguments/ca-name.ts';
import { UsageError } from '../errors.ts';
import { type EnrollmentFiles, type FileOptions, planFiles } from './files.ts';
import { KEY_TYPES, type KeyType, type NewKey } from './key-types.ts';
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
export type RequestSource =
  | {
      readonly kind: 'new-key';
      /** A key that is there is used again. */
      readonly key: KeyType | NewKey;
      readonly subject: DistinguishedName;
      readonly names: readonly GeneralName[];
    }
  | {
      readonly kind: 'csr';
      readonly file: string;
      /** Instead of the subject in the request. */
      readonly subjectDn: string | undefined;
    };

/** The checked options. */
export interface EnrollmentPlan {
  readonly ca: string;
  readonly profile: string;
  readonly endEntityProfile: string;
  readonly username: string;
  readonly email: string | undefined;
  readonly source: RequestSource;
  readonly validity: AskedValidity;
  readonly files: EnrollmentFiles;
  /** Files that exist are overwritten. */
  readonly force: boolean;
}

/**
 * Checks the options of `enroll`.
 *
 * @throws {@link UsageError} when they contradict each other, or a value is not what it has to be
 * @throws {@link FileError} for a password file that cannot be used
 */
export async function planEnrollment(options: EnrollOptions): Promise<EnrollmentPlan> {
  const { ca, profile, username, endEntityProfile, email, force = false } = options;
  if (ca === undefined || profile === undefined || username === undefined)
    throw new UsageError(
      '--ca, --profile and --username are needed (or --finalize ID for a request that was approved)',
    );
  if (options.passwordFile !== undefined) throw new UsageError('--password-file is for --finalize');
  const source = options.csr === undefined ? newKeySource(options) : csrSource(options.csr, options);
  const files = await planFiles(options, source.kind === 'new-key');
  const validity = readValidity(options);
  return { ca, profile, endEntityProfile, username, email, source, validity, files, force };
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

function isKeyType(text: string): text is KeyType {
  return Object.hasOwn(KEY_TYPES, text);
}
