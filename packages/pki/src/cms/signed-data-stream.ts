/**
 * SignedData in BER with indefinite lengths: for a content that passes by once, of a length that nobody knows (RFC 5652 §5.1 does not ask
 * for DER, X.690 §8.1.3.6). What is signed is DER all the same.
 */
import { concatenate, encodeHeader } from '../certificate/signed.ts';
import { contextConstructed, type Der, type Oid, Tag, writeDer } from '../der/index.ts';
import { SIGNED_DATA } from './content-types.ts';
import { type SignedDataExtras, versionOf, writeAfterContent, writeBeforeContent } from './signed-data-parts.ts';
import type { SignerAlgorithms } from './signer-algorithms.ts';
import { readSignerHead } from './signer-info.ts';

/** Fields that must be known before the content comes. */
export interface SignedDataStreamFields extends SignedDataExtras {
  readonly contentType: Oid;
  /** Algorithms of the signers to come. */
  readonly algorithms: readonly SignerAlgorithms[];
  /** True when a signer will name its certificate by key identifier. */
  readonly subjectKeyIdentifiers?: boolean | undefined;
}

/** The pieces of one message: `before`, then each piece of the content through `piece`, then `after` with the signers. */
export interface SignedDataStream {
  readonly before: Uint8Array;
  /** The header to send before a piece of `octets` octets; pieces of none are not sent. */
  readonly pieceHeader: (octets: number) => Uint8Array;
  /** @throws {RangeError} when a signer has a digest that was not announced, or asks for another version */
  readonly after: (signers: readonly Der<'SignerInfo'>[]) => Uint8Array;
}

/** Begins a message whose content comes in pieces. */
export function streamSignedData(fields: SignedDataStreamFields): SignedDataStream {
  const { contentType, algorithms, subjectKeyIdentifiers = false } = fields;
  const version = versionOf(contentType, fields, [{ version: subjectKeyIdentifiers ? 3 : 1 }]);
  const digests = algorithms.map(({ digestDer }) => digestDer);
  const announced = new Set(digests.map((der) => der.toHex()));
  return {
    before: concatenate([
      open(Tag.sequence),
      writeDer((writer) => writer.oid(SIGNED_DATA)),
      open(EXPLICIT),
      open(Tag.sequence),
      writeDer((writer) => writeBeforeContent(writer, version, digests)),
      open(Tag.sequence),
      writeDer((writer) => writer.oid(contentType)),
      open(EXPLICIT),
      open(CONSTRUCTED_OCTET_STRING),
    ]),
    pieceHeader: (octets) => encodeHeader(Tag.octetString, octets),
    after(signers) {
      for (const der of signers) {
        const { digestAlgorithmIdentifier, version: signerVersion } = readSignerHead(der);
        if (!announced.has(digestAlgorithmIdentifier.der.toHex()) || (signerVersion === 3 && !subjectKeyIdentifiers))
          throw new RangeError('a signer has another digest or kind of identifier than was announced');
      }
      return concatenate([close(3), writeDer((writer) => writeAfterContent(writer, fields, signers)), close(3)]);
    },
  };
}

function open(tag: number): Uint8Array {
  return Uint8Array.of(tag, INDEFINITE);
}

function close(elements: number): Uint8Array {
  return new Uint8Array(elements * 2);
}

const EXPLICIT = contextConstructed(0);
const CONSTRUCTED_OCTET_STRING = 0x24;
const INDEFINITE = 0x80;
