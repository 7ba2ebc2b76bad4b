/** SSH certificates as they are built: the bytes to be signed, and those bytes with their signature (OpenSSH PROTOCOL.certkeys). */
import { excerpt } from '../excerpt.ts';
import type { SshCertificate } from './certificate.ts';
import { SSH_CERTIFICATE_TYPES } from './certificate-type.ts';
import { SshError } from './errors.ts';
import { hasControlCharacters } from './line.ts';
import { writeOptions } from './option.ts';
import { asSshBlob, type SshBlob } from './ssh-blob.ts';
import { writeSsh } from './wire-writer.ts';

/** A time after every other: the end of a certificate that never ends. */
export const SSH_FOREVER = 0xffff_ffff_ffff_ffffn;

/**
 * Contents of an SSH certificate, options and extensions in any order.
 *
 * The nonce has 16 octets at least, 32 as a rule, and is random, so that nobody chooses what is signed. The serial number is 1 to 2^64 - 1: zero means "no
 * number", and cannot be revoked. A certificate without principals is one for everybody to some readers, so at least one is wanted.
 */
export type TbsSshCertificate = Pick<
  SshCertificate,
  | 'nonce'
  | 'key'
  | 'serialNumber'
  | 'type'
  | 'keyId'
  | 'principals'
  | 'validAfter'
  | 'validBefore'
  | 'criticalOptions'
  | 'extensions'
  | 'signatureKey'
>;

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
