/** issuingDistributionPoint: what a CRL covers (RFC 5280 §5.2.5). */
import { contextPrimitive, oid, readDer, writeDer, type DerReader } from '../der/index.ts';
import {
  CRL_REASONS,
  readOptionalPointName,
  writePointName,
  type CrlReason,
  type DistributionPointName,
} from './distribution-point.ts';
import type { ExtensionType } from './extension.ts';
import { readNamedBits, writeNamedBits } from './named-bits.ts';

export interface IssuingDistributionPoint {
  readonly distributionPoint?: DistributionPointName;
  readonly onlyContainsUserCerts: boolean;
  readonly onlyContainsCACerts: boolean;
  /** The reasons that the CRL is limited to; absent means every reason. */
  readonly onlySomeReasons?: ReadonlySet<CrlReason>;
  /** True when the CRL has entries for certificates of other issuers. */
  readonly indirectCRL: boolean;
  readonly onlyContainsAttributeCerts: boolean;
}

/**
 * `SEQUENCE { [0] distributionPoint, [1] to [5] flags and reasons }` (RFC 5280 §5.2.5).
 *
 * `encode` throws a RangeError when nothing is limited or named, which must not be written, and when more than one of the
 * flags that begin with `onlyContains` is true.
 *
 * Accepted on reading: an empty sequence and several such flags, because what they mean is for path validation to judge; and
 * flags written out as FALSE, because the default changes nothing.
 */
export const issuingDistributionPoint: ExtensionType<IssuingDistributionPoint> = {
  oid: oid('2.5.29.28'),
  name: 'issuingDistributionPoint',
  encode(value) {
    requireMeaning(value);
    return writeDer((writer) =>
      writer.sequence(() => {
        if (value.distributionPoint !== undefined) writePointName(writer, value.distributionPoint);
        if (value.onlyContainsUserCerts) writer.primitive(contextPrimitive(1), TRUE);
        if (value.onlyContainsCACerts) writer.primitive(contextPrimitive(2), TRUE);
        if (value.onlySomeReasons !== undefined)
          writeNamedBits(writer, CRL_REASONS, value.onlySomeReasons, contextPrimitive(3));
        if (value.indirectCRL) writer.primitive(contextPrimitive(4), TRUE);
        if (value.onlyContainsAttributeCerts) writer.primitive(contextPrimitive(5), TRUE);
      }),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const distributionPoint = readOptionalPointName(sequence);
      const onlyContainsUserCerts = readFlag(sequence, 1);
      const onlyContainsCACerts = readFlag(sequence, 2);
      const onlySomeReasons = sequence.nextIs(contextPrimitive(3))
        ? readNamedBits(sequence, CRL_REASONS, contextPrimitive(3))
        : undefined;
      const indirectCRL = readFlag(sequence, 4);
      const onlyContainsAttributeCerts = readFlag(sequence, 5);
      sequence.finish();
      return {
        ...(distributionPoint !== undefined && { distributionPoint }),
        onlyContainsUserCerts,
        onlyContainsCACerts,
        ...(onlySomeReasons !== undefined && { onlySomeReasons }),
        indirectCRL,
        onlyContainsAttributeCerts,
      };
    }),
};

function readFlag(reader: DerReader, number: number): boolean {
  const tag = contextPrimitive(number);
  return reader.nextIs(tag) && reader.readBoolean(tag);
}

function requireMeaning(value: IssuingDistributionPoint): void {
  const kinds = [value.onlyContainsUserCerts, value.onlyContainsCACerts, value.onlyContainsAttributeCerts];
  const limits = kinds.filter(Boolean).length;
  if (limits > 1) throw new RangeError('a CRL is limited to more than one kind of certificate (RFC 5280 §5.2.5)');
  const { distributionPoint, onlySomeReasons, indirectCRL } = value;
  if (limits === 0 && !indirectCRL && distributionPoint === undefined && onlySomeReasons === undefined)
    throw new RangeError('an issuing distribution point says nothing (RFC 5280 §5.2.5)');
}

const TRUE = Uint8Array.of(0xff);
