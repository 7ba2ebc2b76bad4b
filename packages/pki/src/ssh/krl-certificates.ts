/** The sections of a key revocation list that revoke certificates of one CA, or of all (OpenSSH PROTOCOL.krl §2). */
import { SshError } from './errors.ts';
import { KRL_CERTIFICATE_SECTIONS, MAX_BITMAP_BITS } from './krl-format.ts';
import { requireContent, skipExtension } from './krl-section.ts';
import { SshPublicKey } from './public-key.ts';
import type { SshReader } from './wire-reader.ts';

/** The revoked certificates of one CA, or of all. */
export interface KrlCertificates {
  /** Undefined for those of every CA. */
  readonly caKey: SshPublicKey | undefined;
  /** Returns whether a certificate with this number is revoked. */
  readonly hasSerial: (serialNumber: bigint) => boolean;
  readonly keyIds: ReadonlySet<string>;
}

/** Reads one section. */
export function readKrlCertificates(reader: SshReader): KrlCertificates {
  const caBlob = reader.readString();
  const caKey = caBlob.length === 0 ? undefined : SshPublicKey.parse(caBlob);
  // Reserved.
  reader.readString();
  const tests: SerialTest[] = [];
  const keyIds = new Set<string>();
  while (!reader.atEnd) {
    const type = reader.readByte();
    const section = reader.readNested();
    if (type === KRL_CERTIFICATE_SECTIONS.serialList) tests.push(readList(section));
    else if (type === KRL_CERTIFICATE_SECTIONS.serialRange) tests.push(readRange(section));
    else if (type === KRL_CERTIFICATE_SECTIONS.serialBitmap) tests.push(readBitmap(section));
    else if (type === KRL_CERTIFICATE_SECTIONS.keyIds) readKeyIds(section, keyIds);
    else if (type === KRL_CERTIFICATE_SECTIONS.extension) skipExtension(section);
    else throw new SshError('ssh.bad_krl_section', `certificates in a section of the type ${type}, which is not known`);
    if (tests.length > MAX_SECTIONS)
      throw new SshError('ssh.too_large', `more than ${MAX_SECTIONS} sections of numbers`);
  }
  return { caKey, keyIds, hasSerial: (serial) => tests.some((test) => test(serial)) };
}

type SerialTest = KrlCertificates['hasSerial'];

/** In as many octets as the section has, whatever its order. */
function readList(reader: SshReader): SerialTest {
  requireContent(reader);
  const count = Math.ceil(reader.left / 8);
  const serials = BigUint64Array.from({ length: count }, () => reader.readUint64()).toSorted();
  return (serial) => {
    let low = 0;
    let high = serials.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (serials[middle]! < serial) low = middle + 1;
      else high = middle;
    }
    return serials[low] === serial;
  };
}

function readRange(reader: SshReader): SerialTest {
  const from = reader.readUint64();
  const to = reader.readUint64();
  reader.finish();
  if (from > to) throw new SshError('ssh.bad_krl_section', `a range of serial numbers from ${from} to ${to}`);
  return (serial) => from <= serial && serial <= to;
}

function readBitmap(reader: SshReader): SerialTest {
  const offset = reader.readUint64();
  const bitmap = reader.readMpint();
  reader.finish();
  const bits = bitmap.length * 8;
  if (bits > MAX_BITMAP_BITS) throw new SshError('ssh.too_large', `a bitmap of ${bits} bits`);
  return (serial) => {
    const bit = serial - offset;
    if (bit < 0n || bit >= BigInt(bits)) return false;
    return ((bitmap[bitmap.length - 1 - (Number(bit) >> 3)]! >> (Number(bit) & 7)) & 1) === 1;
  };
}

function readKeyIds(reader: SshReader, into: Set<string>): void {
  requireContent(reader);
  while (!reader.atEnd) into.add(reader.readText());
}

/** Each is looked at for every certificate that is asked about. */
const MAX_SECTIONS = 100_000;
