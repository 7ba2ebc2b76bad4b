/** `Attributes ::= SET OF Attribute` of a request, and the attributes that a CA looks at (RFC 2986 §4.1, RFC 2985 §5.4). */
import { readExtensions, writeExtensions } from '../certificate/extensions.ts';
import type { Tolerance } from '../certificate/tolerance.ts';
import { compareBytes, contextConstructed, type DerReader, oid, type Oid, readDer, writeDer } from '../der/index.ts';
import type { Extension } from '../extension/extension.ts';
import { RequestError } from './errors.ts';

/** One attribute as it stands in a request. */
export interface RequestAttribute {
  readonly type: Oid;
  /** The whole encoding of each value. */
  readonly values: readonly Uint8Array[];
}

/** challengePassword (RFC 2985 §5.4.1). */
export const CHALLENGE_PASSWORD: Oid = oid('1.2.840.113549.1.9.7');

/**
 * Reads `attributes [0] IMPLICIT SET OF Attribute`.
 *
 * @throws {DerError}
 */
export function readAttributes(reader: DerReader, tolerance: Tolerance): readonly RequestAttribute[] {
  if (reader.atEnd) {
    tolerance.allow('attributes-missing');
    return [];
  }
  const set = reader.readConstructed(ATTRIBUTES);
  return readSet(set, tolerance, (raw) =>
    readDer(raw, (attribute) => {
      const sequence = attribute.readSequence();
      const type = sequence.readOid();
      const values = readSet(sequence.readSetOf({ anyOrder: true }), tolerance, (value) => value);
      sequence.finish();
      return { type, values };
    }),
  );
}

/**
 * The one value of the attribute of `type`, undefined when there is none.
 *
 * @throws {RequestError} `request.bad_attribute` when the attribute stands twice or has not exactly one value
 */
export function singleValue(attributes: readonly RequestAttribute[], type: Oid): Uint8Array | undefined {
  const found = attributes.filter((attribute) => attribute.type === type);
  if (found.length === 0) return undefined;
  const values = found.flatMap((attribute) => attribute.values);
  if (found.length > 1 || values.length !== 1) {
    throw new RequestError(
      'request.bad_attribute',
      `the attribute ${type} has ${values.length} values; one is required`,
    );
  }
  return values[0];
}

/**
 * The extensions that a request asks for: of extensionRequest, or else of the older Microsoft attribute.
 *
 * @throws {DerError}
 * @throws {RequestError} `request.bad_attribute`
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function requestedExtensions(
  attributes: readonly RequestAttribute[],
  tolerance: Tolerance,
): readonly Extension[] {
  const value = singleValue(attributes, EXTENSION_REQUEST) ?? singleValue(attributes, MICROSOFT_EXTENSION_REQUEST);
  return value === undefined ? [] : readDer(value, (reader) => readExtensions(reader, tolerance));
}

/** The attribute extensionRequest that asks for `extensions`. */
export function extensionRequest(extensions: readonly Extension[]): RequestAttribute {
  return { type: EXTENSION_REQUEST, values: [writeDer((writer) => writeExtensions(writer, extensions))] };
}

/** Encodes `attributes [0]`, sorted as DER asks for. */
export function encodeAttributes(attributes: readonly RequestAttribute[]): Uint8Array {
  const encoded = attributes.map(({ type, values }) =>
    writeDer((writer) => writer.sequence(() => writer.oid(type).setOf(values))),
  );
  return writeDer((writer) => writer.setOf(encoded, ATTRIBUTES));
}

function readSet<T>(set: DerReader, tolerance: Tolerance, read: (raw: Uint8Array) => T): readonly T[] {
  const elements: T[] = [];
  let previous: Uint8Array | undefined;
  while (!set.atEnd) {
    const { raw } = set.readAny();
    if (previous !== undefined && compareBytes(previous, raw) > 0) tolerance.allow('unsorted-attribute-set');
    elements.push(read(raw));
    previous = raw;
  }
  return elements;
}

const ATTRIBUTES = contextConstructed(0);
/** extensionRequest (RFC 2985 §5.4.2). */
const EXTENSION_REQUEST = oid('1.2.840.113549.1.9.14');
/** The same by the identifier that Microsoft used before it was standardised. */
const MICROSOFT_EXTENSION_REQUEST = oid('1.3.6.1.4.1.311.2.1.14');
