/** Public keys of SSH (RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4; FIDO: OpenSSH PROTOCOL.u2f). */
import { hash } from 'node:crypto';

import type { PublicKey } from '../public-key/index.ts';
import { SshError } from './errors.ts';
import { encodeKeyFields, type KeyFields, readKeyFields } from './key-fields.ts';
import { type SshKeyType, sshKeyTypeByName, sshKeyTypeOf } from './key-types.ts';
import { formatSshLine, parseSshLine } from './line.ts';
import { asSshBlob, type SshBlob } from './ssh-blob.ts';
import { SshReader } from './wire-reader.ts';
import { writeSsh } from './wire-writer.ts';

/** A public key that was read or converted. Immutable. */
export class SshPublicKey {
  readonly type: SshKeyType;
  readonly publicKey: PublicKey;
  /** Application of a key on a FIDO token. */
  readonly application: string | undefined;
  /** Fields after the type's name. */
  readonly fields: Uint8Array;
  /** The whole key: what is sent, hashed and listed. */
  readonly blob: SshBlob<'PublicKey'>;

  private constructor(type: SshKeyType, fields: Uint8Array, { publicKey, application }: KeyFields) {
    this.type = type;
    this.publicKey = publicKey;
    this.application = application;
    this.fields = fields;
    this.blob = asSshBlob<'PublicKey'>(writeSsh((writer) => writer.text(type.name).raw(fields)));
  }

  /**
   * Reads one key.
   *
   * @throws {SshError}
   * @throws {PublicKeyError}
   */
  static parse(blob: Uint8Array): SshPublicKey {
    if (blob.length > MAX_OCTETS) {
      throw new SshError('ssh.too_large', `a key of ${blob.length} octets; at most ${MAX_OCTETS} are read`);
    }
    const reader = new SshReader(blob);
    const key = SshPublicKey.read(reader, sshKeyTypeByName(reader.readText()));
    reader.finish();
    return key;
  }

  /** Reads the fields of a key of `type`, for callers that have read the type elsewhere. */
  static read(reader: SshReader, type: SshKeyType): SshPublicKey {
    const start = reader.offset;
    const fields = readKeyFields(reader, type);
    return new SshPublicKey(type, reader.since(start), fields);
  }

  /**
   * Reads the one line of a file `id_….pub`, such as `ssh-ed25519 AAAA... user@host`. Options as in `authorized_keys` are refused.
   *
   * @throws {SshError}
   * @throws {PublicKeyError}
   */
  static parseLine(text: string): { readonly key: SshPublicKey; readonly comment: string } {
    const { name, blob, comment } = parseSshLine(text, MAX_OCTETS);
    const { name: expected } = sshKeyTypeByName(name);
    const key = SshPublicKey.parse(blob);
    if (key.type.name === expected) return { key, comment };
    throw new SshError('ssh.type_mismatch', `a line says ${expected} and holds a key of the type ${key.type.name}`);
  }

  /**
   * The form that `publicKey` has in SSH.
   *
   * @throws {SshError} `ssh.unsupported_key`
   */
  static of(publicKey: PublicKey): SshPublicKey {
    const type = sshKeyTypeOf(publicKey);
    return new SshPublicKey(type, encodeKeyFields(publicKey, type), { publicKey, application: undefined });
  }

  /** `SHA256:` and the hash of the blob in base64 without padding, as every tool shows it. */
  get fingerprint(): string {
    return `SHA256:${hash('sha256', this.blob, 'base64').replace(/=+$/, '')}`;
  }

  /** The line that {@link parseLine} reads, without a line feed. */
  toLine(comment = ''): string {
    return formatSshLine(this.type.name, this.blob, comment);
  }
}

/** A key of 16,384 bits takes a little over 2 KiB. */
const MAX_OCTETS = 16 * 1024;
