/** Request of a client to a responder (RFC 6960 §4.1). */
import { type SignatureAlgorithm, signatureAlgorithmOf } from '../algorithm/index.ts';
import { readAlgorithmIdentifier } from '../algorithm/algorithm-identifier.ts';
import { asDer, type Der, DerError, type DerReader, readDer, writeDer } from '../der/index.ts';
import { type Extension, type ExtensionType, findExtension } from '../extension/extension.ts';
import { type GeneralName, readGeneralName, writeGeneralName } from '../general-name/index.ts';
import { type PublicKey, verifySignature } from '../public-key/index.ts';
import { type OcspCertificateId, readOcspCertificateId } from './certificate-id.ts';
import { readOptionalExtensions, writeOptionalExtensions } from './extensions.ts';
import {
  readBounded,
  readOptionalCertificates,
  readVersion1,
  requireAtMost,
  writeOptionalCertificates,
} from './parts.ts';

/** One certificate whose status is asked for. */
export interface OcspQuery {
  readonly certificateId: OcspCertificateId;
  readonly extensions?: readonly Extension[] | undefined;
}

/** Query that was read. */
export interface ReadOcspQuery extends OcspQuery {
  readonly extensions: readonly Extension[];
}

export interface OcspRequestFields {
  /** One at least. */
  readonly queries: readonly OcspQuery[];
  /** Name of the requester; a signed request has it. */
  readonly requestorName?: GeneralName | undefined;
  /** Such as a nonce. */
  readonly extensions?: readonly Extension[] | undefined;
}

/** A request as it was read; whether its signature is right says `verify`. */
export class OcspRequest {
  readonly der: Der<'OcspRequest'>;
  /** The octets that a signed request signs. */
  readonly tbs: Der<'TbsOcspRequest'>;
  readonly queries: readonly ReadOcspQuery[];
  readonly requestorName: GeneralName | undefined;
  readonly extensions: readonly Extension[];
  readonly signature: OcspRequestSignature | undefined;

  private constructor(reader: DerReader) {
    const { raw, content: outer } = reader.readSequenceElement();
    const { raw: tbs, content } = outer.readSequenceElement();
    readVersion1(content);
    const requestor = content.readOptionalExplicit(1);
    this.requestorName = requestor && readGeneralName(requestor);
    requestor?.finish();
    this.queries = readQueries(content);
    this.extensions = readOptionalExtensions(content, 2);
    content.finish();
    this.signature = readSignature(outer);
    outer.finish();
    this.der = asDer<'OcspRequest'>(raw);
    this.tbs = asDer<'TbsOcspRequest'>(tbs);
  }

  /**
   * Reads one request in DER.
   *
   * Accepted on reading: a default that is written out, such as version 1.
   *
   * @throws {DerError} when the bytes are not a request
   * @throws {OcspError} `ocsp.bad_version`, `ocsp.too_large` for more than 64 KiB, 100 queries or 32 certificates
   * @throws {X509Error} `x509.duplicate_extension`
   */
  static parse(bytes: Uint8Array): OcspRequest {
    requireAtMost(bytes.length, MAX_OCTETS, 'a request');
    return readDer(bytes, (reader) => new OcspRequest(reader));
  }

  /** The value of the extension of `type`, or undefined when there is none. @throws {DerError} */
  extension<T>(type: ExtensionType<T>): T | undefined {
    return findExtension(this.extensions, type);
  }

  /**
   * Returns whether the request is signed with the private key of `publicKey`.
   *
   * @throws {AlgorithmError} when the signature algorithm is unknown
   * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
   */
  verify(publicKey: PublicKey): boolean {
    if (this.signature === undefined) return false;
    const { algorithmDer, value: signature } = this.signature;
    return verifySignature({ algorithm: signatureAlgorithmOf(algorithmDer), publicKey, data: this.tbs, signature });
  }
}

export interface OcspRequestSignature {
  readonly algorithmDer: Der<'AlgorithmIdentifier'>;
  readonly value: Uint8Array;
  /** In DER, not looked into. */
  readonly certificates: readonly Uint8Array[];
}

/**
 * Encodes what is signed of a request, or all of one that is not: see `assembleOcspRequest`.
 *
 * @throws {RangeError} when nothing is asked
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function encodeTbsOcspRequest({
  queries,
  requestorName,
  extensions = [],
}: OcspRequestFields): Der<'TbsOcspRequest'> {
  if (queries.length === 0) throw new RangeError('a request asks for the status of one certificate at least');
  const der = writeDer((writer) =>
    writer.sequence(() => {
      if (requestorName !== undefined) writer.explicit(1, () => writeGeneralName(writer, requestorName));
      writer.sequence(() => {
        for (const query of queries)
          writer.sequence(() => {
            writer.raw(query.certificateId.der);
            writeOptionalExtensions(writer, query.extensions ?? [], 0);
          });
      });
      writeOptionalExtensions(writer, extensions, 2);
    }),
  );
  return asDer<'TbsOcspRequest'>(der);
}

/** Makes a request of its TBSRequest, and of a signature of it when it is to be signed. */
export function assembleOcspRequest(
  tbs: Der<'TbsOcspRequest'>,
  signed?: {
    readonly algorithm: SignatureAlgorithm;
    readonly signature: Uint8Array;
    /** In DER: the signer's first. */
    readonly certificates?: readonly Uint8Array[];
  },
): Der<'OcspRequest'> {
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writer.raw(tbs);
      if (signed === undefined) return;
      writer.explicit(0, () =>
        writer.sequence(() => {
          writer.raw(signed.algorithm.der).bitString(signed.signature);
          writeOptionalCertificates(writer, signed.certificates ?? []);
        }),
      );
    }),
  );
  return asDer<'OcspRequest'>(der);
}

function readQueries(content: DerReader): readonly ReadOcspQuery[] {
  const start = content.offset;
  const queries = readBounded(content.readSequence(), readQuery, MAX_QUERIES, 'queries');
  if (queries.length === 0) throw new DerError('der.out_of_range', 'a request asks for nothing', start);
  return queries;
}

function readQuery(reader: DerReader): ReadOcspQuery {
  const sequence = reader.readSequence();
  const certificateId = readOcspCertificateId(sequence);
  const extensions = readOptionalExtensions(sequence, 0);
  sequence.finish();
  return { certificateId, extensions };
}

function readSignature(outer: DerReader): OcspRequestSignature | undefined {
  const explicit = outer.readOptionalExplicit(0);
  if (explicit === undefined) return undefined;
  const sequence = explicit.readSequence();
  const { der: algorithmDer } = readAlgorithmIdentifier(sequence);
  const value = sequence.readBitStringBytes();
  const certificates = readOptionalCertificates(sequence);
  sequence.finish();
  explicit.finish();
  return { algorithmDer, value, certificates };
}

const MAX_OCTETS = 65_536;
const MAX_QUERIES = 100;
