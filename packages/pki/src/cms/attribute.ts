/** `Attribute ::= SEQUENCE { attrType OBJECT IDENTIFIER, attrValues SET OF ANY }` of a signer (RFC 5652 §5.3). */
import { type DerReader, type Oid, Tag, writeDer } from '../der/index.ts';
import { CmsError } from './errors.ts';

/** One attribute, signed or not, as it stands in a SignerInfo. */
export interface CmsAttribute {
  readonly type: Oid;
  /** The whole encoding of each value. */
  readonly values: readonly Uint8Array[];
  /** The encoding of the attribute itself, if it is kept because many signers have the same one. */
  readonly der?: Uint8Array;
}

/** A known attribute of one value: its identifier and the two directions of that value. */
export interface CmsAttributeType<T> {
  readonly oid: Oid;
  /** The name that the defining document gives it, without the `id-aa-` before it. */
  readonly name: string;
  encode(value: T): Uint8Array;
  /** @throws {DerError} when the bytes are not a value of this attribute */
  decode(der: Uint8Array): T;
}

/** Builds the attribute of `type` with the one value `value`. */
export function makeCmsAttribute<T>(type: CmsAttributeType<T>, value: T): CmsAttribute {
  return { type: type.oid, values: [type.encode(value)] };
}

/** Returns the attribute with its encoding. */
export function withEncoding(attribute: CmsAttribute): CmsAttribute {
  return { ...attribute, der: encodeCmsAttribute(attribute) };
}

/**
 * The decoded value of the attribute of `type`, undefined when there is none.
 *
 * @throws {@link CmsError} `cms.bad_attribute` when it stands twice or has not exactly one value
 * @throws {DerError} when the value is not one of the type
 */
export function findCmsAttribute<T>(attributes: readonly CmsAttribute[], type: CmsAttributeType<T>): T | undefined {
  const [attribute, second] = attributes.filter((one) => one.type === type.oid);
  if (attribute === undefined) return undefined;
  const [value, another] = attribute.values;
  if (second !== undefined || value === undefined || another !== undefined)
    throw new CmsError('cms.bad_attribute', `the attribute ${type.name} stands twice, or has not exactly one value`);
  return type.decode(value);
}

/**
 * The decoded values of all attributes of `type`: of those unsigned ones that may come more than once.
 *
 * @throws {DerError} when a value is not one of the type
 */
export function allCmsAttributes<T>(attributes: readonly CmsAttribute[], type: CmsAttributeType<T>): readonly T[] {
  return attributes
    .filter((one) => one.type === type.oid)
    .flatMap(({ values }) => values.map((value) => type.decode(value)));
}

/**
 * Reads the attributes of a SET OF, all of it; in any order, since a SET OF in BER has none.
 *
 * @throws {DerError}
 * @throws {@link CmsError} `cms.too_large`
 */
export function readCmsAttributes(set: DerReader): readonly CmsAttribute[] {
  const attributes: CmsAttribute[] = [];
  while (!set.atEnd) {
    if (attributes.length === MAX_ATTRIBUTES)
      throw new CmsError('cms.too_large', `there are more than ${MAX_ATTRIBUTES} attributes`);
    const attribute = set.readSequence();
    const type = attribute.readOid();
    const values = readValues(attribute.readSetOf({ anyOrder: true }));
    attribute.finish();
    attributes.push({ type, values });
  }
  return attributes;
}

/**
 * Encodes a SET OF attributes in DER, sorted, whatever they are.
 *
 * @param tag - another tag than SET when the set stands behind `[n] IMPLICIT`
 */
export function encodeCmsAttributes(attributes: readonly CmsAttribute[], tag: number = Tag.set): Uint8Array {
  const encoded = attributes.map((attribute) => attribute.der ?? encodeCmsAttribute(attribute));
  return writeDer((writer) => writer.setOf(encoded, tag));
}

function encodeCmsAttribute({ type, values }: CmsAttribute): Uint8Array {
  return writeDer((writer) => writer.sequence(() => writer.oid(type).setOf(values)));
}

/** @throws {RangeError} when an attribute has no value, or its type stands twice, as no signed one does (RFC 5652 §5.3) */
export function requireDistinct(attributes: readonly CmsAttribute[]): void {
  requireValues(attributes);
  const types = new Set<Oid>();
  for (const { type } of attributes) {
    if (types.has(type)) throw new RangeError(`the attribute ${type} stands twice`);
    types.add(type);
  }
}

/** @throws {RangeError} when an attribute has no value */
export function requireValues(attributes: readonly CmsAttribute[]): void {
  for (const { type, values } of attributes)
    if (values.length === 0) throw new RangeError(`the attribute ${type} has no value`);
}

function readValues(set: DerReader): readonly Uint8Array[] {
  const values: Uint8Array[] = [];
  while (!set.atEnd) {
    if (values.length === MAX_VALUES)
      throw new CmsError('cms.too_large', `an attribute has more than ${MAX_VALUES} values`);
    values.push(set.readAny().raw);
  }
  return values;
}

const MAX_ATTRIBUTES = 128;
const MAX_VALUES = 128;
