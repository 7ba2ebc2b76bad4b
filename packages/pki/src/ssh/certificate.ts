/** SSH certificates as they are read (OpenSSH PROTOCOL.certkeys). */
import { hash } from 'node:crypto';

import type { SignatureAlgorithm } from '../algorithm/index.ts';
import { compareBytes } from '../der/index.ts';
import { SSH_CERTIFICATE_TYPES, type SshCertificateType } from './certificate-type.ts';
import { SshError } from './errors.ts';
import { sshKeyTypeOfCertificate } from './key-types.ts';
import { formatSshLine, parseSshLine } from './line.ts';
import { readOptions, type SshOption } from './option.ts';
import { SshPublicKey } from './public-key.ts';
import { sshSignatureAlgorithm, verifySshSignature } from './signature.ts';
import { asSshBlob, type SshBlob } from './ssh-blob.ts';
import { SshReader } from './wire-reader.ts';

/** A certificate, holding the octets it was read from. Immutable; the bytes handed out are views on the input. */
export class SshCertificate {
  readonly blob: SshBlob<'Certificate'>;
  /** The signed octets. */
  readonly tbs: SshBlob<'TbsCertificate'>;
  readonly nonce: Uint8Array;
  /** The subject's key. */
  readonly key: SshPublicKey;
  /** Zero when the CA gave none. */
  readonly serialNumber: bigint;
  readonly type: SshCertificateType;
  /** Name of the certificate in logs. */
  readonly keyId: string;
  /** Names of users or hosts. */
  readonly principals: readonly string[];
  /** Seconds since 1970-01-01T00:00:00Z, inclusive. */
  readonly validAfter: bigint;
  /** Seconds since 1970-01-01T00:00:00Z, exclusive; `SSH_FOREVER` for no end. */
  readonly validBefore: bigint;
  readonly criticalOptions: readonly SshOption[];
  readonly extensions: readonly SshOption[];
  /** The CA's, which the certificate carries: it says who signed, not whether to believe it. */
  readonly signatureKey: SshPublicKey;
  readonly signature: Uint8Array;

  private constructor(blob: Uint8Array) {
    const reader = new SshReader(blob);
    this.blob = asSshBlob<'Certificate'>(blob);
    const type = sshKeyTypeOfCertificate(reader.readText());
    this.nonce = reader.readString();
    this.key = SshPublicKey.read(reader, type);
    this.serialNumber = reader.readUint64();
    this.type = certificateType(reader.readUint32());
    this.keyId = reader.readText();
    this.principals = readPrincipals(reader.readNested());
    this.validAfter = reader.readUint64();
    this.validBefore = reader.readUint64();
    this.criticalOptions = readOptions(reader.readNested());
    this.extensions = readOptions(reader.readNested());
    // Reserved: readers of this version ignore it.
    reader.readString();
    this.signatureKey = SshPublicKey.parse(reader.readString());
    this.tbs = asSshBlob<'TbsCertificate'>(reader.since(0));
    this.signature = reader.readString();
    reader.finish();
  }

  /**
   * Reads one certificate. `blob` is not copied; no signature is verified.
   *
   * @throws {SshError}
   * @throws {PublicKeyError} when the subject's or the CA's key is not a key, or too small
   */
  static parse(blob: Uint8Array): SshCertificate {
    if (blob.length > MAX_OCTETS) {
      throw new SshError('ssh.too_large', `a certificate of ${blob.length} octets; at most ${MAX_OCTETS} are read`);
    }
    return new SshCertificate(blob);
  }

  /**
   * Reads the one line of a file `id_…-cert.pub`.
   *
   * @throws {SshError}
   * @throws {PublicKeyError}
   */
  static parseLine(text: string): { readonly certificate: SshCertificate; readonly comment: string } {
    const { name, blob, comment } = parseSshLine(text, MAX_OCTETS);
    const { certificateName: expected } = sshKeyTypeOfCertificate(name);
    const certificate = SshCertificate.parse(blob);
    const actual = certificate.key.type.certificateName;
    if (actual === expected) return { certificate, comment };
    throw new SshError('ssh.type_mismatch', `a line says ${expected} and holds a certificate of the type ${actual}`);
  }

  /** @throws {SshError} when the signature cannot be read, or is of a type that is not known */
  get signatureAlgorithm(): SignatureAlgorithm {
    return sshSignatureAlgorithm(this.signature);
  }

  /** The SHA-256 of the whole certificate in lower-case hex. */
  get sha256Fingerprint(): string {
    return hash('sha256', this.blob, 'hex');
  }

  /**
   * Returns whether the owner of `caKey` signed the certificate. Says nothing about time, principals and options.
   *
   * @throws {SshError} when the signature cannot be read, or is of a type that is not known
   */
  verify(caKey: SshPublicKey): boolean {
    if (compareBytes(this.signatureKey.blob, caKey.blob) !== 0) return false;
    return verifySshSignature(caKey, this.tbs, this.signature);
  }

  /** The line that {@link parseLine} reads, without a line feed. */
  toLine(comment = ''): string {
    return formatSshLine(this.key.type.certificateName, this.blob, comment);
  }
}

function certificateType(number: number): SshCertificateType {
  if (number === SSH_CERTIFICATE_TYPES.user) return 'user';
  if (number === SSH_CERTIFICATE_TYPES.host) return 'host';
  throw new SshError(
    'ssh.bad_certificate_type',
    `a certificate of the type ${number}; 1 (user) and 2 (host) are known`,
  );
}

function readPrincipals(reader: SshReader): readonly string[] {
  const principals: string[] = [];
  while (!reader.atEnd) {
    if (principals.push(reader.readText()) > MAX_PRINCIPALS) {
      throw new SshError('ssh.too_large', `more than ${MAX_PRINCIPALS} principals`);
    }
  }
  return principals;
}

/** Size that a packet of SSH can carry. */
const MAX_OCTETS = 256 * 1024;
/** The most that OpenSSH reads. */
const MAX_PRINCIPALS = 256;
