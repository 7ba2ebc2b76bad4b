/** policyConstraints: what further certificates of a path must say about policies (RFC 5280 §4.2.1.11). */
import { contextPrimitive, oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { readOptionalCount, requireCount } from './integer-range.ts';

export interface PolicyConstraints {
  /** After how many further certificates an acceptable policy is needed. */
  readonly requireExplicitPolicy?: number;
  /** After how many further certificates policies are no longer mapped. */
  readonly inhibitPolicyMapping?: number;
}

/**
 * `SEQUENCE { [0] requireExplicitPolicy OPTIONAL, [1] inhibitPolicyMapping OPTIONAL }` (RFC 5280 §4.2.1.11).
 *
 * `encode` throws a RangeError when both are absent, which must not be written, and for numbers that are not counts.
 *
 * Accepted on reading: an empty sequence, because RFC 5280 leaves to the reader what to do with it and it asks for nothing.
 */
export const policyConstraints: ExtensionType<PolicyConstraints> = {
  oid: oid('2.5.29.36'),
  name: 'policyConstraints',
  encode({ requireExplicitPolicy, inhibitPolicyMapping }) {
    if (requireExplicitPolicy === undefined && inhibitPolicyMapping === undefined)
      throw new RangeError('policy constraints ask for nothing (RFC 5280 §4.2.1.11)');
    return writeDer((writer) =>
      writer.sequence(() => {
        if (requireExplicitPolicy !== undefined)
          writer.integer(requireCount(requireExplicitPolicy, 'requireExplicitPolicy'), contextPrimitive(0));
        if (inhibitPolicyMapping !== undefined)
          writer.integer(requireCount(inhibitPolicyMapping, 'inhibitPolicyMapping'), contextPrimitive(1));
      }),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const requireExplicitPolicy = readOptionalCount(sequence, 0);
      const inhibitPolicyMapping = readOptionalCount(sequence, 1);
      sequence.finish();
      return {
        ...(requireExplicitPolicy !== undefined && { requireExplicitPolicy }),
        ...(inhibitPolicyMapping !== undefined && { inhibitPolicyMapping }),
      };
    }),
};
