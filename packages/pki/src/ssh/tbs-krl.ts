/** Key revocation lists as they are written (OpenSSH PROTOCOL.krl). */
import { compareBytes } from '../der/index.ts';
import { KRL_CERTIFICATE_SECTIONS, KRL_FORMAT_VERSION, KRL_MAGIC, KRL_SECTIONS } from './krl-format.ts';
import { divideSerials, type SerialSection } from './krl-serials.ts';
import { hasControlCharacters } from './line.ts';
import type { SshPublicKey } from './public-key.ts';
import { asSshBlob, type SshBlob } from './ssh-blob.ts';
import { type SshWriter, writeSsh } from './wire-writer.ts';

/** Contents of a key revocation list. Every member but the header's may be empty. */
export interface KrlContents {
  /** Grows with each list. */
  readonly version: bigint;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly generatedAt: bigint;
  readonly comment: string;
  readonly certificates: readonly RevokedSshCertificates[];
  /** Keys in full: refused on their own and inside of every certificate. */
  readonly keys: readonly SshPublicKey[];
  /** The SHA-256 of keys' blobs, 32 octets each. */
  readonly sha256: readonly Uint8Array[];
  /** The SHA-1 of keys' blobs, 20 octets each; readers before OpenSSH 7.9 know no other. */
  readonly sha1: readonly Uint8Array[];
}

/** The revoked certificates of one CA. */
export interface RevokedSshCertificates {
  /** Undefined for those of every CA. */
  readonly caKey: SshPublicKey | undefined;
  /** In any order, repeated or not; zero is not a number that can be revoked. */
  readonly serialNumbers: BigUint64Array;
  readonly keyIds: readonly string[];
}

/**
 * Encodes a list. It is not signed: OpenSSH ignores signatures on it, so what protects a list is how it gets to a host.
 *
 * @throws {RangeError} for the serial number zero, a digest of another length, or a comment with control characters
 */
export function encodeKrl(krl: KrlContents): SshBlob<'Krl'> {
  if (hasControlCharacters(krl.comment)) throw new RangeError('the comment of a list holds control characters');
  const bytes = writeSsh((writer) => {
    writer.uint64(KRL_MAGIC).uint32(KRL_FORMAT_VERSION).uint64(krl.version).uint64(krl.generatedAt);
    writer.uint64(NO_FLAGS).string(NOTHING).text(krl.comment);
    for (const revoked of krl.certificates) writeCertificates(writer, revoked);
    writeStrings(
      writer,
      KRL_SECTIONS.keys,
      krl.keys.map(({ blob }) => blob),
    );
    writeStrings(writer, KRL_SECTIONS.sha1, digests(krl.sha1, 20));
    writeStrings(writer, KRL_SECTIONS.sha256, digests(krl.sha256, 32));
  });
  return asSshBlob<'Krl'>(bytes);
}

function writeCertificates(writer: SshWriter, { caKey, serialNumbers, keyIds }: RevokedSshCertificates): void {
  const serials = sortedSerials(serialNumbers);
  if (serials.length + keyIds.length === 0) return;
  writer.byte(KRL_SECTIONS.certificates).nested((section) => {
    section.string(caKey?.blob ?? NOTHING).string(NOTHING);
    for (const each of divideSerials(serials)) writeSerials(section, each);
    if (keyIds.length === 0) return;
    section.byte(KRL_CERTIFICATE_SECTIONS.keyIds).nested((names) => {
      for (const keyId of new Set(keyIds)) names.text(keyId);
    });
  });
}

function writeSerials(writer: SshWriter, section: SerialSection): void {
  switch (section.form) {
    case 'list':
      writer.byte(KRL_CERTIFICATE_SECTIONS.serialList).string(serialList(section.serials));
      return;
    case 'range':
      writer
        .byte(KRL_CERTIFICATE_SECTIONS.serialRange)
        .nested((range) => range.uint64(section.from).uint64(section.to));
      return;
    case 'bitmap':
      writer
        .byte(KRL_CERTIFICATE_SECTIONS.serialBitmap)
        .nested((bitmap) => bitmap.uint64(section.offset).mpint(bitmapOf(section.offset, section.serials)));
  }
}

function serialList(serials: readonly bigint[]): Uint8Array {
  const octets = new Uint8Array(serials.length * 8);
  const view = new DataView(octets.buffer);
  for (const [at, serial] of serials.entries()) view.setBigUint64(at * 8, serial);
  return octets;
}

/** As a number: the bit 0 is the lowest of the last octet. */
function bitmapOf(offset: bigint, serials: readonly bigint[]): Uint8Array {
  const octets = new Uint8Array((Number(serials.at(-1)! - offset) >> 3) + 1);
  for (const serial of serials) {
    const bit = Number(serial - offset);
    octets[octets.length - 1 - (bit >> 3)]! |= 1 << (bit & 7);
  }
  return octets;
}

/** A section of strings, left out when there is none: an empty one is an error to readers. */
function writeStrings(writer: SshWriter, type: number, strings: readonly Uint8Array[]): void {
  if (strings.length === 0) return;
  writer.byte(type).nested((section) => {
    for (const each of strings) section.string(each);
  });
}

function sortedSerials(serials: BigUint64Array): BigUint64Array {
  const sorted = serials.toSorted();
  if (sorted[0] === 0n) throw new RangeError('zero is not a serial number that can be revoked');
  return sorted.filter((serial, at) => at === 0 || sorted[at - 1] !== serial);
}

/** In ascending order, as the format asks. */
function digests(all: readonly Uint8Array[], octets: number): readonly Uint8Array[] {
  const wrong = all.find(({ length }) => length !== octets);
  if (wrong !== undefined) throw new RangeError(`a digest of ${wrong.length} octets where ${octets} belong`);
  return all.toSorted(compareBytes);
}

const NO_FLAGS = 0n;
const NOTHING = new Uint8Array(0);
