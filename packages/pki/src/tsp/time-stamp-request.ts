/** Request of a client to a time-stamping authority (RFC 3161 §2.4.1). */
import { asDer, type Der, type Oid, readDer, Tag, writeDer } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';
import { TspError } from './errors.ts';
import { readImplicitExtensions, writeImplicitExtensions } from './implicit-extensions.ts';
import { type MessageImprint, readMessageImprint } from './message-imprint.ts';
import { readNonce } from './nonce.ts';

export interface TimeStampRequest {
  readonly messageImprint: MessageImprint;
  /** The policy that the time-stamp has to be under; the authority's choice when undefined. */
  readonly policy?: Oid | undefined;
  readonly nonce?: bigint | undefined;
  /** True when the token has to hold the authority's certificate; false when left out. */
  readonly certificateRequested?: boolean | undefined;
  readonly extensions?: readonly Extension[] | undefined;
}

/**
 * Reads one request in DER (RFC 3161 §3.4). What it asks for is not judged: a digest that nobody knows is read too.
 *
 * Accepted on reading: a default that is written out, such as `certReq FALSE`.
 *
 * @throws {DerError} when the bytes are not a request
 * @throws {TspError} `tsp.bad_version`, `tsp.too_large` for more than 16 KiB or a nonce of more than 64 octets
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function parseTimeStampRequest(bytes: Uint8Array): TimeStampRequest {
  if (bytes.length > MAX_OCTETS)
    throw new TspError('tsp.too_large', `a request of ${bytes.length} octets; ${MAX_OCTETS} are the most`);
  return readDer(bytes, (reader) => {
    const sequence = reader.readSequence();
    requireVersion1(sequence.readSmallInteger(0xff));
    const messageImprint = readMessageImprint(sequence);
    const policy = sequence.nextIs(Tag.objectIdentifier) ? sequence.readOid() : undefined;
    const nonce = readNonce(sequence);
    const certificateRequested = sequence.nextIs(Tag.boolean) ? sequence.readBoolean() : false;
    const extensions = readImplicitExtensions(sequence, 0);
    sequence.finish();
    return { messageImprint, policy, nonce, certificateRequested, extensions };
  });
}

/**
 * Encodes a request.
 *
 * @throws {RangeError} for a negative nonce
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function encodeTimeStampRequest(request: TimeStampRequest): Der<'TimeStampRequest'> {
  const { messageImprint, policy, nonce, certificateRequested = false, extensions = [] } = request;
  if (nonce !== undefined && nonce < 0n) throw new RangeError(`the nonce ${nonce} is negative`);
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writer.integer(1).raw(messageImprint.der);
      if (policy !== undefined) writer.oid(policy);
      if (nonce !== undefined) writer.integer(nonce);
      if (certificateRequested) writer.boolean(true);
      writeImplicitExtensions(writer, extensions, 0);
    }),
  );
  return asDer<'TimeStampRequest'>(der);
}

/** @throws {TspError} `tsp.bad_version` */
export function requireVersion1(version: number): void {
  if (version !== 1) throw new TspError('tsp.bad_version', `the version is ${version}; 1 is defined`);
}

const MAX_OCTETS = 16_384;
