/** DistributionPoint and its parts, which CRL distribution points and issuingDistributionPoint share (RFC 5280 §4.2.1.13). */
import {
  contextConstructed,
  contextPrimitive,
  DerReader,
  readDer,
  Tag,
  writeDer,
  type DerWriter,
  type Oid,
} from '../der/index.ts';
import { readGeneralNames, writeGeneralNames, type GeneralName } from '../general-name/index.ts';
import { DistinguishedName } from '../name/index.ts';
import type { ExtensionType } from './extension.ts';
import { readNamedBits, writeNamedBits } from './named-bits.ts';
import type { RevocationReason } from './reason-code.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

/** Address or name of a CRL. */
export type DistributionPointName =
  | { readonly type: 'fullName'; readonly names: readonly GeneralName[] }
  /** One relative distinguished name, held as a name of one component, that is appended to the name of the CRL's issuer. */
  | { readonly type: 'nameRelativeToCRLIssuer'; readonly name: DistinguishedName };

/** The reasons that a CRL can be limited to (ReasonFlags): those without the ones that mean "any" and "no longer". */
export type CrlReason = Exclude<RevocationReason, 'UNSPECIFIED' | 'REMOVE_FROM_CRL'>;

/** ReasonFlags in bit order: the index is the bit, which is not the reason's code. Bit 0 is not used. */
export const CRL_REASONS: readonly (CrlReason | undefined)[] = [
  undefined,
  'KEY_COMPROMISE',
  'CA_COMPROMISE',
  'AFFILIATION_CHANGED',
  'SUPERSEDED',
  'CESSATION_OF_OPERATION',
  'CERTIFICATE_HOLD',
  'PRIVILEGES_WITHDRAWN',
  'AA_COMPROMISE',
];

export interface DistributionPoint {
  readonly distributionPoint?: DistributionPointName;
  /** Reasons that the CRL found there covers; absent means every reason. */
  readonly reasons?: ReadonlySet<CrlReason>;
  /** Signer of the CRL, when it is not the issuer of the certificate. */
  readonly cRLIssuer?: readonly GeneralName[];
}

/**
 * An extension that holds `CRLDistributionPoints ::= SEQUENCE SIZE (1..MAX) OF DistributionPoint` (RFC 5280 §4.2.1.13).
 *
 * `encode` throws a RangeError for an empty list, for a point without both name and CRL issuer, for an empty set of reasons,
 * and for a relative name that does not have exactly one component or stands next to more than one CRL issuer.
 *
 * Accepted on reading: a point without name and CRL issuer, because it only leads nowhere.
 */
export function distributionPointsExtension(
  identifier: Oid,
  name: string,
): ExtensionType<readonly DistributionPoint[]> {
  return {
    oid: identifier,
    name,
    encode: (value) => writeDer((writer) => writeSequenceOf(writer, value, writeDistributionPoint)),
    decode: (der) => readDer(der, (reader) => readSequenceOf(reader, readDistributionPoint)),
  };
}

/** Reads `[0] DistributionPointName`, or undefined when the next element is another one. */
export function readOptionalPointName(reader: DerReader): DistributionPointName | undefined {
  // DistributionPointName is a CHOICE, so its tag is explicit in a module of implicit tags (X.680 §31.2.7).
  const explicit = reader.readOptionalExplicit(0);
  if (explicit === undefined) return undefined;
  const name = explicit.nextIs(RELATIVE_NAME)
    ? ({ type: 'nameRelativeToCRLIssuer', name: readRelativeName(explicit) } as const)
    : ({ type: 'fullName', names: readGeneralNames(explicit, FULL_NAME) } as const);
  explicit.finish();
  return name;
}

/** Writes `[0] DistributionPointName`. */
export function writePointName(writer: DerWriter, name: DistributionPointName): void {
  writer.explicit(0, () => {
    if (name.type === 'fullName') writeGeneralNames(writer, name.names, FULL_NAME);
    else writer.primitive(RELATIVE_NAME, onlyComponent(name.name));
  });
}

function readDistributionPoint(reader: DerReader): DistributionPoint {
  const sequence = reader.readSequence();
  const distributionPoint = readOptionalPointName(sequence);
  const reasons = sequence.nextIs(contextPrimitive(1))
    ? readNamedBits(sequence, CRL_REASONS, contextPrimitive(1))
    : undefined;
  const cRLIssuer = sequence.nextIs(contextConstructed(2))
    ? readGeneralNames(sequence, contextConstructed(2))
    : undefined;
  sequence.finish();
  return {
    ...(distributionPoint !== undefined && { distributionPoint }),
    ...(reasons !== undefined && { reasons }),
    ...(cRLIssuer !== undefined && { cRLIssuer }),
  };
}

function writeDistributionPoint(writer: DerWriter, point: DistributionPoint): void {
  const { distributionPoint, reasons, cRLIssuer } = point;
  if (distributionPoint === undefined && cRLIssuer === undefined)
    throw new RangeError('a distribution point has neither a name nor a CRL issuer (RFC 5280 §4.2.1.13)');
  if (distributionPoint?.type === 'nameRelativeToCRLIssuer' && (cRLIssuer?.length ?? 0) > 1)
    throw new RangeError('a relative name stands next to several CRL issuers (RFC 5280 §4.2.1.13)');
  writer.sequence(() => {
    if (distributionPoint !== undefined) writePointName(writer, distributionPoint);
    if (reasons !== undefined) writeNamedBits(writer, CRL_REASONS, reasons, contextPrimitive(1));
    if (cRLIssuer !== undefined) writeGeneralNames(writer, cRLIssuer, contextConstructed(2));
  });
}

/** Reads the SET behind `[1] IMPLICIT` and makes it a Name of one component, so that it is checked and compared like one. */
function readRelativeName(reader: DerReader): DistinguishedName {
  const start = reader.offset;
  const { content } = reader.readElement(RELATIVE_NAME);
  const der = writeDer((writer) => writer.sequence(() => writer.primitive(Tag.set, content)));
  return DistinguishedName.read(new DerReader(der, start), { anyOrder: true });
}

function onlyComponent(name: DistinguishedName): Uint8Array {
  if (name.rdns.length !== 1)
    throw new RangeError(`a relative name has ${name.rdns.length} components, not one: '${name.toString()}'`);
  return readDer(name.der, (reader) => reader.readSequence().readElement(Tag.set).content);
}

const FULL_NAME = contextConstructed(0);
const RELATIVE_NAME = contextConstructed(1);
