/** BasicOCSPResponse: the signed answer of a responder (RFC 6960 §4.2.1). */
import { readAlgorithmIdentifier, type SignatureAlgorithm, signatureAlgorithmOf } from '../algorithm/index.ts';
import { asDer, type Der, DerError, type DerReader, readDer, writeDer } from '../der/index.ts';
import { type Extension, type ExtensionType, findExtension } from '../extension/extension.ts';
import { type PublicKey, verifySignature } from '../public-key/index.ts';
import { readOptionalExtensions, writeOptionalExtensions } from './extensions.ts';
import {
  readBounded,
  readOptionalCertificates,
  readVersion1,
  requireAtMost,
  writeOptionalCertificates,
} from './parts.ts';
import { readResponderId, type ResponderId, writeResponderId } from './responder-id.ts';
import {
  type ReadSingleResponse,
  readSingleResponse,
  type SingleResponse,
  writeSingleResponse,
} from './single-response.ts';

/** Signed part of an answer. */
export interface OcspResponseData {
  readonly responderId: ResponderId;
  /** When it was signed, in seconds since 1970-01-01T00:00:00Z. */
  readonly producedAt: number;
  /** One at least. */
  readonly responses: readonly SingleResponse[];
  /** Such as the nonce of the request. */
  readonly extensions?: readonly Extension[] | undefined;
}

/** An answer, holding the octets it was read from. Nothing is verified: see `checkOcspResponse`. */
export class BasicOcspResponse {
  readonly der: Der<'BasicOcspResponse'>;
  /** The signed octets. */
  readonly tbs: Der<'OcspResponseData'>;
  readonly responderId: ResponderId;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly producedAt: number;
  readonly responses: readonly ReadSingleResponse[];
  readonly extensions: readonly Extension[];
  readonly signatureAlgorithmDer: Der<'AlgorithmIdentifier'>;
  readonly signature: Uint8Array;
  /** In DER, not looked into: among them that of a responder who is not the CA. */
  readonly certificates: readonly Uint8Array[];

  private constructor(reader: DerReader) {
    const { raw, content: outer } = reader.readSequenceElement();
    const { raw: tbs, content } = outer.readSequenceElement();
    readVersion1(content);
    this.responderId = readResponderId(content);
    this.producedAt = content.readGeneralizedTime();
    this.responses = readResponses(content);
    this.extensions = readOptionalExtensions(content, 1);
    content.finish();
    this.signatureAlgorithmDer = readAlgorithmIdentifier(outer).der;
    this.signature = outer.readBitStringBytes();
    this.certificates = readOptionalCertificates(outer);
    outer.finish();
    this.der = asDer<'BasicOcspResponse'>(raw);
    this.tbs = asDer<'OcspResponseData'>(tbs);
  }

  /**
   * Reads one in DER.
   *
   * @throws {DerError}
   * @throws {OcspError} `ocsp.bad_version`, `ocsp.bad_value`, `ocsp.too_large` for more than 512 KiB, 1,000 statuses or 32 certificates
   * @throws {X509Error} `x509.duplicate_extension`
   */
  static parse(bytes: Uint8Array): BasicOcspResponse {
    requireAtMost(bytes.length, MAX_OCTETS, 'an answer');
    return readDer(bytes, (reader) => new BasicOcspResponse(reader));
  }

  /** @throws {AlgorithmError} when it is unknown or its parameters are not its own */
  get signatureAlgorithm(): SignatureAlgorithm {
    return signatureAlgorithmOf(this.signatureAlgorithmDer);
  }

  /** The value of the extension of `type`, or undefined when there is none. @throws {DerError} */
  extension<T>(type: ExtensionType<T>): T | undefined {
    return findExtension(this.extensions, type);
  }

  /**
   * Returns whether the signature was made with the private key of `publicKey`.
   *
   * @throws {AlgorithmError} when the signature algorithm is unknown
   * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
   */
  verify(publicKey: PublicKey): boolean {
    const { signatureAlgorithm: algorithm, signature, tbs: data } = this;
    return verifySignature({ algorithm, publicKey, data, signature });
  }
}

/**
 * Encodes what a responder signs.
 *
 * @throws {RangeError} for no response, and for a time that is not a whole second of the years 0 to 9999
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function encodeOcspResponseData(data: OcspResponseData): Der<'OcspResponseData'> {
  const { responderId, producedAt, responses, extensions = [] } = data;
  if (responses.length === 0) throw new RangeError('an answer has the status of one certificate at least');
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writeResponderId(writer, responderId);
      writer.generalizedTime(producedAt);
      writer.sequence(() => responses.forEach((response) => writeSingleResponse(writer, response)));
      writeOptionalExtensions(writer, extensions, 1);
    }),
  );
  return asDer<'OcspResponseData'>(der);
}

/** Puts the signature over `tbs` to it. @param certificates - in DER, the responder's first; none when the CA has signed */
export function assembleBasicOcspResponse(
  tbs: Der<'OcspResponseData'>,
  { der: algorithm }: SignatureAlgorithm,
  signature: Uint8Array,
  certificates: readonly Uint8Array[] = [],
): Der<'BasicOcspResponse'> {
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writer.raw(tbs).raw(algorithm).bitString(signature);
      writeOptionalCertificates(writer, certificates);
    }),
  );
  return asDer<'BasicOcspResponse'>(der);
}

function readResponses(content: DerReader): readonly ReadSingleResponse[] {
  const start = content.offset;
  const responses = readBounded(content.readSequence(), readSingleResponse, MAX_RESPONSES, 'statuses');
  if (responses.length === 0) throw new DerError('der.out_of_range', 'an answer has no status', start);
  return responses;
}

const MAX_OCTETS = 512 * 1024;
const MAX_RESPONSES = 1000;
