/** certificatePolicies: the policies that a certificate was issued under (RFC 5280 §4.2.1.4). */
import { oid, readDer, writeDer, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { readPolicyQualifier, writePolicyQualifier, type PolicyQualifier } from './policy-qualifier.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

export interface CertificatePolicy {
  readonly policy: Oid;
  /** Empty when there is none. */
  readonly qualifiers: readonly PolicyQualifier[];
}

/** The policy that stands for every policy (RFC 5280 §4.2.1.4). */
export const ANY_POLICY = oid('2.5.29.32.0');

/**
 * `SEQUENCE SIZE (1..MAX) OF PolicyInformation` (RFC 5280 §4.2.1.4).
 *
 * `encode` throws a RangeError for an empty list, for a policy listed twice, for an unknown qualifier of anyPolicy, and for
 * texts as {@link writePolicyQualifier} does.
 *
 * Accepted on reading: a policy listed twice, because the rule is about the value; and texts of any length.
 */
export const certificatePolicies: ExtensionType<readonly CertificatePolicy[]> = {
  oid: oid('2.5.29.32'),
  name: 'certificatePolicies',
  encode(value) {
    if (new Set(value.map(({ policy }) => policy)).size < value.length)
      throw new RangeError('a certificate policy is listed twice (RFC 5280 §4.2.1.4)');
    return writeDer((writer) => writeSequenceOf(writer, value, writePolicy));
  },
  decode: (der) => readDer(der, (reader) => readSequenceOf(reader, readPolicy)),
};

function readPolicy(reader: DerReader): CertificatePolicy {
  const sequence = reader.readSequence();
  const policy = sequence.readOid();
  const qualifiers = sequence.atEnd ? [] : readSequenceOf(sequence, readPolicyQualifier);
  sequence.finish();
  return { policy, qualifiers };
}

function writePolicy(writer: DerWriter, { policy, qualifiers }: CertificatePolicy): void {
  if (policy === ANY_POLICY && qualifiers.some(({ type }) => type === 'other'))
    throw new RangeError('anyPolicy has a qualifier other than CPS and user notice (RFC 5280 §4.2.1.4)');
  writer.sequence(() => {
    writer.oid(policy);
    if (qualifiers.length > 0) writeSequenceOf(writer, qualifiers, writePolicyQualifier);
  });
}
