/** SSH certificates as they are built: the bytes to be signed, and those bytes with their signature (OpenSSH PROTOCOL.certkeys). */
import { excerpt } from '../excerpt.ts';
import { SshError } from './errors.ts';
import { hasControlCharacters } from './line.ts';
import { type SshOption, writeOptions } from './option.ts';
import type { SshPublicKey } from './public-key.ts';
import { asSshBlob, type SshBlob } from './ssh-blob.ts';
import { writeSsh } from './wire-writer.ts';

/** Whom a certificate is for. */
export type SshCertificateType = keyof typeof SSH_CERTIFICATE_TYPES;

export const SSH_CERTIFICATE_TYPES = { user: 1, host: 2 } as const;

/** A time after every other: the end of a certificate that never ends. */
export const SSH_FOREVER = 0xffff_ffff_ffff_ffffn;

/** Contents of an SSH certificate. */
export interface TbsSshCertificate {
  /** Random octets, 32 of them as a rule, so that nobody chooses what is signed. At least 16. */
  readonly nonce: Uint8Array;
  /** The subject's key. */
  readonly key: SshPublicKey;
  /** 1 to 2^64 - 1. Zero means "no number", and cannot be revoked. */
  readonly serialNumber: bigint;
  readonly type: SshCertificateType;
  /** Name of the certificate in logs. */
  readonly keyId: string;
  /** Names of users or hosts. None makes a certificate for everybody to some readers, so at least one is wanted. */
  readonly principals: readonly string[];
  /** Seconds since 1970-01-01T00:00:00Z, inclusive. */
  readonly validAfter: bigint;
  /** Seconds since 1970-01-01T00:00:00Z, exclusive. */
  readonly validBefore: bigint;
  /** In any order. */
  readonly criticalOptions: readonly SshOption[];
  /** In any order. */
  readonly extensions: readonly SshOption[];
  /** The CA's. */
  readonly signatureKey: SshPublicKey;
}

/**
 * Encodes what is to be signed.
 *
 * @throws {SshError} `ssh.bad_name` for a principal or key id that is empty, too long, or holds control characters, or for a principal
 *   with a comma, which some readers take for two; `ssh.option_order`; `ssh.too_large`; `ssh.unsupported_signature` when the CA's key is
 *   one on a FIDO token
 * @throws {RangeError} for a serial number, nonce or times outside of what {@link TbsSshCertificate} says
 */
export function encodeTbsSshCertificate(certificate: TbsSshCertificate): SshBlob<'TbsCertificate'> {
  requireNumbers(certificate);
  requireNames(certificate);
  const { key, signatureKey } = certificate;
  if (signatureKey.type.securityKey) {
    throw new SshError('ssh.unsupported_signature', `a key of the type ${signatureKey.type.name} cannot be a CA's`);
  }
  const bytes = writeSsh((writer) =>
    writer
      .text(key.type.certificateName)
      .string(certificate.nonce)
      .raw(key.fields)
      .uint64(certificate.serialNumber)
      .uint32(SSH_CERTIFICATE_TYPES[certificate.type])
      .text(certificate.keyId)
      .nested((names) => {
        for (const principal of certificate.principals) names.text(principal);
      })
      .uint64(certificate.validAfter)
      .uint64(certificate.validBefore)
      .nested((options) => writeOptions(options, certificate.criticalOptions))
      .nested((options) => writeOptions(options, certificate.extensions))
      .string(RESERVED)
      .string(signatureKey.blob),
  );
  return asSshBlob<'TbsCertificate'>(bytes);
}

/** Puts the signature over `tbs` to it. */
export function assembleSshCertificate(
  tbs: SshBlob<'TbsCertificate'>,
  signature: SshBlob<'Signature'>,
): SshBlob<'Certificate'> {
  return asSshBlob<'Certificate'>(writeSsh((writer) => writer.raw(tbs).string(signature)));
}

function requireNumbers({ nonce, serialNumber, validAfter, validBefore }: TbsSshCertificate): void {
  if (nonce.length < 16 || nonce.length > 64) throw new RangeError(`a nonce of ${nonce.length} octets; 16 to 64`);
  if (serialNumber < 1n || serialNumber > SSH_FOREVER) throw new RangeError(`the serial number ${serialNumber}`);
  if (validAfter < 0n || validAfter >= validBefore || validBefore > SSH_FOREVER) {
    throw new RangeError(`a certificate that is valid from ${validAfter} to ${validBefore}`);
  }
}

function requireNames({ keyId, principals }: TbsSshCertificate): void {
  requireName('key id', keyId, MAX_KEY_ID);
  if (principals.length > MAX_PRINCIPALS) {
    throw new SshError('ssh.too_large', `${principals.length} principals; at most ${MAX_PRINCIPALS} are written`);
  }
  for (const principal of principals) {
    requireName('principal', principal, MAX_PRINCIPAL);
    if (principal.includes(',')) {
      throw new SshError(
        'ssh.bad_name',
        `the principal '${excerpt(principal)}' has a comma; give each name on its own`,
      );
    }
  }
}

function requireName(what: string, name: string, max: number): void {
  if (name !== '' && name.length <= max && !hasControlCharacters(name) && name.isWellFormed()) return;
  throw new SshError('ssh.bad_name', `a ${what} has 1 to ${max} characters, none of them control characters`);
}

const RESERVED = new Uint8Array(0);
/** The most that OpenSSH reads. */
const MAX_PRINCIPALS = 256;
const MAX_PRINCIPAL = 255;
const MAX_KEY_ID = 1024;
