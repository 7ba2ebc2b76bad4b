/** Key revocation lists as they are read (OpenSSH PROTOCOL.krl). */
import { hash } from 'node:crypto';

import { compareBytes } from '../der/index.ts';
import type { SshCertificate } from './certificate.ts';
import { SshError } from './errors.ts';
import { type KrlCertificates, readKrlCertificates } from './krl-certificates.ts';
import { KRL_FORMAT_VERSION, KRL_MAGIC, KRL_SECTIONS } from './krl-format.ts';
import { eachString, skipExtension } from './krl-section.ts';
import { SshPublicKey } from './public-key.ts';
import { asSshBlob, type SshBlob } from './ssh-blob.ts';
import { SshReader } from './wire-reader.ts';

/** A list, read once and asked often. */
export class Krl {
  readonly blob: SshBlob<'Krl'>;
  readonly version: bigint;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly generatedAt: bigint;
  readonly comment: string;
  readonly certificates: readonly KrlCertificates[];
  /** Blobs of keys, in hex. */
  readonly #keys = new Set<string>();
  /** SHA-1 hashes of the blobs of keys, in hex. */
  readonly #sha1 = new Set<string>();
  readonly #sha256 = new Set<string>();

  private constructor(blob: Uint8Array) {
    const reader = new SshReader(blob);
    this.blob = asSshBlob<'Krl'>(blob);
    if (reader.readUint64() !== KRL_MAGIC) throw new SshError('ssh.not_krl', 'not a key revocation list');
    const format = reader.readUint32();
    if (format !== KRL_FORMAT_VERSION) throw new SshError('ssh.not_krl', `a list of the format ${format}; 1 is known`);
    this.version = reader.readUint64();
    this.generatedAt = reader.readUint64();
    // Flags and a reserved field: readers of this version ignore both.
    reader.readUint64();
    reader.readString();
    this.comment = reader.readText();
    this.certificates = this.#readSections(reader);
  }

  /**
   * Reads a list of up to 64 MiB. `blob` is not copied.
   *
   * Signatures are skipped, as OpenSSH skips them. An unknown section, or a critical extension, is refused: it may revoke what this reader
   * would let pass.
   *
   * @throws {SshError}
   * @throws {PublicKeyError}
   */
  static parse(blob: Uint8Array): Krl {
    if (blob.length > MAX_OCTETS) throw new SshError('ssh.too_large', `a list of ${blob.length} octets`);
    return new Krl(blob);
  }

  /** Returns whether the list refuses a key, on its own or inside of a certificate. */
  revokesKey({ blob }: SshPublicKey): boolean {
    return this.#keys.has(blob.toHex()) || this.#sha1.has(hash('sha1', blob)) || this.#sha256.has(hash('sha256', blob));
  }

  /** Returns whether the list refuses a certificate: by its number, its key id, its key or its CA's key. */
  revokesCertificate(certificate: SshCertificate): boolean {
    const { serialNumber, keyId, key, signatureKey } = certificate;
    if (this.revokesKey(key) || this.revokesKey(signatureKey)) return true;
    return this.certificates.some(
      ({ caKey, hasSerial, keyIds }) =>
        (caKey === undefined || compareBytes(caKey.blob, signatureKey.blob) === 0) &&
        ((serialNumber !== 0n && hasSerial(serialNumber)) || keyIds.has(keyId)),
    );
  }

  #readSections(reader: SshReader): readonly KrlCertificates[] {
    const certificates: KrlCertificates[] = [];
    let signed = false;
    while (!reader.atEnd) {
      const type = reader.readByte();
      const section = reader.readNested();
      if (signed && type !== KRL_SECTIONS.signature) {
        throw new SshError('ssh.bad_krl_section', 'a section follows the signatures of a list');
      }
      if (type === KRL_SECTIONS.certificates) certificates.push(readKrlCertificates(section));
      else if (type === KRL_SECTIONS.keys) eachString(section, (key) => this.#addKey(key));
      else if (type === KRL_SECTIONS.sha1) readDigests(section, 20, this.#sha1);
      else if (type === KRL_SECTIONS.sha256) readDigests(section, 32, this.#sha256);
      else if (type === KRL_SECTIONS.extension) skipExtension(section);
      else if (type === KRL_SECTIONS.signature) {
        // The key was read; the signature is a second string.
        reader.readString();
        signed = true;
      } else throw new SshError('ssh.bad_krl_section', `a list has a section of the type ${type}, which is not known`);
    }
    return certificates;
  }

  #addKey(blob: Uint8Array): void {
    this.#keys.add(SshPublicKey.parse(blob).blob.toHex());
  }
}

function readDigests(reader: SshReader, octets: number, into: Set<string>): void {
  let previous: Uint8Array | undefined;
  eachString(reader, (digest) => {
    if (digest.length !== octets) {
      throw new SshError('ssh.bad_krl_section', `a digest of ${digest.length} octets where ${octets} belong`);
    }
    if (previous !== undefined && compareBytes(previous, digest) > 0) {
      throw new SshError('ssh.bad_krl_section', 'the digests of keys are not in ascending order');
    }
    previous = digest;
    into.add(digest.toHex());
  });
}

const MAX_OCTETS = 64 * 1024 * 1024;
