/** privateKeyUsagePeriod: when the private key may sign (RFC 3280 §4.2.1.4, X.509 §9.2.2.5). */
import { contextPrimitive, oid, readDer, writeDer, type DerReader } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/** Both ends in seconds since 1970-01-01T00:00:00Z. */
export interface PrivateKeyUsagePeriod {
  readonly notBefore?: number;
  readonly notAfter?: number;
}

/**
 * `SEQUENCE { [0] notBefore GeneralizedTime OPTIONAL, [1] notAfter GeneralizedTime OPTIONAL }` (RFC 3280 §4.2.1.4).
 *
 * `encode` throws a RangeError when both ends are absent, which must not be written, or the period ends before it begins.
 *
 * Accepted on reading: both, because what they mean is for the reader to judge.
 */
export const privateKeyUsagePeriod: ExtensionType<PrivateKeyUsagePeriod> = {
  oid: oid('2.5.29.16'),
  name: 'privateKeyUsagePeriod',
  encode({ notBefore, notAfter }) {
    if (notBefore === undefined && notAfter === undefined)
      throw new RangeError('a private key usage period has neither begin nor end (RFC 3280 §4.2.1.4)');
    if (notBefore !== undefined && notAfter !== undefined && notAfter < notBefore)
      throw new RangeError(`a private key usage period ends at ${notAfter}, before it begins at ${notBefore}`);
    return writeDer((writer) =>
      writer.sequence(() => {
        if (notBefore !== undefined) writer.generalizedTime(notBefore, contextPrimitive(0));
        if (notAfter !== undefined) writer.generalizedTime(notAfter, contextPrimitive(1));
      }),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const notBefore = readOptionalTime(sequence, 0);
      const notAfter = readOptionalTime(sequence, 1);
      sequence.finish();
      return { ...(notBefore !== undefined && { notBefore }), ...(notAfter !== undefined && { notAfter }) };
    }),
};

function readOptionalTime(reader: DerReader, number: number): number | undefined {
  const tag = contextPrimitive(number);
  return reader.nextIs(tag) ? reader.readGeneralizedTime(tag) : undefined;
}
