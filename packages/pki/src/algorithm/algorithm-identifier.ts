/** `AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL }` (RFC 5280 §4.1.1.2). */
import { asDer, type Der, type DerReader, type Oid, Tag, writeDer } from '../der/index.ts';

/** An AlgorithmIdentifier as it was read. */
export interface AlgorithmIdentifier {
  readonly der: Der<'AlgorithmIdentifier'>;
  readonly oid: Oid;
  /** The whole encoding of the parameters, undefined when they are absent. */
  readonly parameters: Uint8Array | undefined;
}

/**
 * Reads an AlgorithmIdentifier; nothing is known yet about the algorithm.
 *
 * @throws {DerError} when the next element is not one
 */
export function readAlgorithmIdentifier(reader: DerReader): AlgorithmIdentifier {
  const { raw, content } = reader.readSequenceElement();
  const oid = content.readOid();
  const parameters = content.atEnd ? undefined : content.readAny().raw;
  content.finish();
  return { der: asDer<'AlgorithmIdentifier'>(raw), oid, parameters };
}

/** Encodes an AlgorithmIdentifier. `parameters` is DER, or undefined for absent ones. */
export function encodeAlgorithmIdentifier(oid: Oid, parameters?: Uint8Array): Der<'AlgorithmIdentifier'> {
  const der = writeDer((writer) => {
    writer.sequence(() => {
      writer.oid(oid);
      if (parameters !== undefined) writer.raw(parameters);
    });
  });
  return asDer<'AlgorithmIdentifier'>(der);
}

/** Returns whether `parameters` is the encoding of NULL. */
export function isNull(parameters: Uint8Array): boolean {
  return parameters.length === 2 && parameters[0] === Tag.null && parameters[1] === 0;
}

/** The encoding of NULL. */
export const NULL_PARAMETERS: Uint8Array = Uint8Array.of(Tag.null, 0);
