/** A renewal: another certificate for the names of one that is there, and then the end of that one. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import {
  asDer,
  basicConstraints,
  Certificate,
  compareBytes,
  DistinguishedName,
  formatGeneralNames,
  type GeneralName,
  parsePublicKey,
  PkiError,
  printedSerialNumber,
  subjectAltName,
} from '@sealwright/pki';
import { afterMaking, CaNotFoundError, CliError, FileError, UnexpectedAnswerError, UsageError } from '../errors.ts';
import { readInputFile, readPemOrDer } from '../files/input-file.ts';
import type { Enrolled, Revocation } from '../rest/ca-rest.ts';
import type { PendingApproval } from '../rest/pending-approval.ts';
import type { Session } from '../session.ts';
import { enroll, type EnrollmentResult } from './enroll.ts';
import { type FileOptions, planFiles } from './files.ts';
import { KEY_TYPES, type KeyType, type NewKey } from './key-types.ts';
import { readKeyType } from './plan.ts';
import { placeOf } from './renewed-end-entity.ts';
import { readValidity, type ValidityOptions } from './validity.ts';

/** The options of `cert renew`, as commander collects them. */
export interface RenewOptions extends FileOptions, ValidityOptions {
  readonly ca?: string;
  readonly profile?: string;
  readonly endEntityProfile?: string;
  readonly username?: string;
  readonly email?: string;
  readonly keyType?: string;
  /** File with the private key of the old certificate. */
  readonly sameKey?: string;
  readonly revokeOld?: boolean;
  readonly force?: boolean;
}

/** Outcome of a renewal. */
export interface Renewal {
  readonly old: Certificate;
  readonly enrollment: EnrollmentResult;
  /** Undefined when the old certificate was to stay valid, and while the new one waits for approval. */
  readonly revocation: Revocation | PendingApproval | undefined;
  /** Differences between the names of both certificates. */
  readonly warnings: readonly string[];
}

/**
 * Has a certificate issued for the names of the one in `file`, and then revokes that one if asked to.
 *
 * The old certificate is revoked only when the new one was checked and is durably in its place, and has the same names.
 *
 * @throws {CliError} with `left` when the new certificate is there and the old one is still valid
 */
export async function renew(session: Session, file: string, options: RenewOptions): Promise<Renewal> {
  const old = await readPemOrDer(file, {
    label: 'CERTIFICATE',
    what: 'a certificate',
    parse: (der) => Certificate.parse(der),
  });
  if (old.extension(basicConstraints)?.ca === true)
    throw new UsageError(`${file} is the certificate of a CA; "sealwright ca renew" renews those`);
  const key = await keyFor(old, file, options);
  const { email, force = false } = options;
  const files = await planFiles(options, true);
  const validity = readValidity(options);
  const { username, profile, endEntityProfile } = await placeOf(session, old, options);
  const ca = options.ca ?? (await nameOfIssuer(session, old));
  const source = { kind: 'new-key', key, subject: old.subject, names: alternativeNames(old) } as const;
  const terms = { by: 'administrator', profile, endEntityProfile, email } as const;
  const plan = { ca, username, terms, source, validity, files, force };
  const enrollment = await enroll(session, plan);
  if (enrollment.outcome === 'pending-approval') return { old, enrollment, revocation: undefined, warnings: [] };
  const difference = nameDifference(old, enrollment.certificate);
  if (options.revokeOld !== true)
    return { old, enrollment, revocation: undefined, warnings: difference === undefined ? [] : [difference] };
  const revocation = await afterMaking(leftAfter(enrollment, files.certificate.path, old), async () => {
    if (difference !== undefined) throw new UnexpectedAnswerError(difference);
    return revokeAsSuperseded(session, old);
  });
  return { old, enrollment, revocation, warnings: [] };
}

/** The command that revokes the old certificate later. */
export function revocationCommand({ issuer, serialNumberText }: Certificate): string {
  const dn = `'${issuer.toString().replaceAll("'", String.raw`'\''`)}'`;
  return `sealwright revoke --ca ${dn} --serial ${printedSerialNumber(serialNumberText)} --reason SUPERSEDED`;
}

async function revokeAsSuperseded(
  session: Session,
  { issuer, serialNumber }: Certificate,
): Promise<Revocation | PendingApproval> {
  const rest = await session.connect();
  return rest.revoke({ issuerDn: issuer.toString(), serialNumber, reason: 'SUPERSEDED' });
}

function leftAfter({ certificate }: Enrolled, file: string, old: Certificate): string {
  const serial = printedSerialNumber(certificate.serialNumberText);
  return `the new certificate ${serial} is in ${file}, and the old one may still be valid: ${revocationCommand(old)}`;
}

/** The name of the CA on the server whose subject is the issuer of the certificate. */
async function nameOfIssuer(session: Session, { issuer }: Certificate): Promise<string> {
  const cas = await (await session.connect()).listCas({ includeExternal: false });
  const [found, another] = cas.filter(({ subjectDn }) => isName(subjectDn, issuer));
  const text = issuer.toString();
  if (found === undefined)
    throw new CaNotFoundError(`there is no CA '${text}' that you may access; name the one to issue with --ca`);
  if (another !== undefined)
    throw new UsageError(
      `several CAs have the name '${text}' ('${found.name}', '${another.name}'): say which with --ca`,
    );
  return found.name;
}

function isName(text: string, name: DistinguishedName): boolean {
  try {
    return DistinguishedName.parse(text).equals(name);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return text === name.toString();
  }
}

function alternativeNames(certificate: Certificate): readonly GeneralName[] {
  return certificate.extension(subjectAltName) ?? [];
}

function nameDifference(old: Certificate, certificate: Certificate): string | undefined {
  const others = [old, certificate].map((one) =>
    alternativeNames(one)
      .map((name) => formatGeneralNames([name]))
      .toSorted(),
  );
  const same = certificate.subject.equals(old.subject) && others[0]!.join('\n') === others[1]!.join('\n');
  if (same) return undefined;
  const [before, after] = [old, certificate].map((one, at) => [one.subject.toString(), ...others[at]!].join(', '));
  return `the names are not those of the old certificate: ${after}, and not ${before}`;
}

async function keyFor(old: Certificate, file: string, { sameKey, keyType }: RenewOptions): Promise<KeyType | NewKey> {
  if (sameKey === undefined) return keyType === undefined ? keyTypeOf(old) : readKeyType(keyType);
  if (keyType !== undefined) throw new UsageError('--key-type is for a new key; leave it out with --same-key');
  const key = await readKey(sameKey);
  if (compareBytes(key.publicKey, old.publicKeyDer) === 0) return key;
  throw new FileError('cli.file_unusable', `${sameKey} is not the private key of the certificate in ${file}`);
}

/** The kind of the old key, so that what worked with it works with the new one. */
function keyTypeOf({ publicKeyDer }: Certificate): KeyType {
  const type = nameOfKind(createPublicKeyFrom(publicKeyDer));
  if (type !== undefined && Object.hasOwn(KEY_TYPES, type)) return type as KeyType;
  throw new UsageError(
    `keys of the kind that the certificate has are not made here; give --key-type (one of ${Object.keys(KEY_TYPES).join(', ')}) or --same-key`,
  );
}

function nameOfKind(key: KeyObject | undefined): string | undefined {
  const { namedCurve, modulusLength } = key?.asymmetricKeyDetails ?? {};
  const type = key?.asymmetricKeyType;
  if (type === 'ec') return namedCurve === 'prime256v1' ? 'P-256' : namedCurve?.replace(/^secp(\d+)r1$/, 'P-$1');
  if (type === 'rsa') return `RSA-${modulusLength}`;
  return type?.replace(/^ed/, 'Ed').replace(/^ml-dsa-/, 'ML-DSA-');
}

function createPublicKeyFrom(der: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

async function readKey(file: string): Promise<NewKey> {
  const content = await readInputFile(file, 'the private key of the certificate');
  try {
    const privateKey = createPrivateKey(Buffer.from(content));
    const publicKey = asDer<'SubjectPublicKeyInfo'>(
      new Uint8Array(createPublicKey(privateKey).export({ format: 'der', type: 'spki' })),
    );
    parsePublicKey(publicKey);
    return { privateKey, publicKey, pkcs8: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })) };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new FileError('cli.file_unusable', `${file} holds no private key in PEM that is not encrypted`, { cause });
  }
}
