/** The signed certificate timestamps that logs gave for the precertificate (RFC 6962 §3.3). */
import { DerError, oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/**
 * Each timestamp as its log serialized it, in the order written; not looked into.
 *
 * On the wire an OCTET STRING of TLS's presentation language: `SerializedSCT sct_list<1..2^16-1>`, of
 * `opaque SerializedSCT<1..2^16-1>`. `encode` throws a RangeError for an empty list, an empty timestamp, and more than
 * 65,535 octets in all.
 */
export const sctList: ExtensionType<readonly Uint8Array[]> = {
  oid: oid('1.3.6.1.4.1.11129.2.4.2'),
  name: 'signedCertificateTimestampList',
  encode: (value) => writeDer((writer) => writer.octetString(serialize(value))),
  decode: (der) =>
    readDer(der, (reader) => {
      const octets = reader.readOctetString();
      return deserialize(octets, der.length - octets.length);
    }),
};

function serialize(timestamps: readonly Uint8Array[]): Uint8Array {
  const length = timestamps.reduce((sum, timestamp) => sum + 2 + timestamp.length, 0);
  if (length === 0 || length > MAX_LENGTH || timestamps.some((timestamp) => timestamp.length === 0))
    throw new RangeError('a list of timestamps has none, an empty one, or more than 65,535 octets (RFC 6962 §3.3)');
  const octets = new Uint8Array(2 + length);
  const view = new DataView(octets.buffer);
  view.setUint16(0, length);
  let at = 2;
  for (const timestamp of timestamps) {
    view.setUint16(at, timestamp.length);
    octets.set(timestamp, at + 2);
    at += 2 + timestamp.length;
  }
  return octets;
}

function deserialize(octets: Uint8Array, base: number): Uint8Array[] {
  const { vector, end } = readVector(octets, 0, base);
  if (end < octets.length) throw new DerError('der.trailing_bytes', 'bytes follow a list of timestamps', base + end);
  const timestamps: Uint8Array[] = [];
  for (let at = 0; at < vector.length;) {
    const timestamp = readVector(vector, at, base + 2);
    timestamps.push(timestamp.vector);
    at = timestamp.end;
  }
  return timestamps;
}

/** Reads `opaque<1..2^16-1>` at `at`. */
function readVector(octets: Uint8Array, at: number, base: number): { vector: Uint8Array; end: number } {
  if (at + 2 > octets.length) throw new DerError('der.truncated', 'the input ends inside a length', base + at);
  const length = octets[at]! * 256 + octets[at + 1]!;
  if (length === 0) throw new DerError('der.out_of_range', 'a list of timestamps or a timestamp is empty', base + at);
  const end = at + 2 + length;
  if (end > octets.length) throw new DerError('der.truncated', 'the input ends inside a timestamp', base + at);
  return { vector: octets.subarray(at + 2, end), end };
}

const MAX_LENGTH = 0xffff;
