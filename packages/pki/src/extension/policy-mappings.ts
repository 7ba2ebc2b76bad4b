/** policyMappings: policies of the issuer that a CA's policies count as (RFC 5280 §4.2.1.5). */
import { oid, readDer, writeDer, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import { ANY_POLICY } from './certificate-policies.ts';
import type { ExtensionType } from './extension.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

export interface PolicyMapping {
  readonly issuerDomainPolicy: Oid;
  readonly subjectDomainPolicy: Oid;
}

/**
 * `SEQUENCE SIZE (1..MAX) OF SEQUENCE { issuerDomainPolicy, subjectDomainPolicy }` (RFC 5280 §4.2.1.5).
 *
 * `encode` throws a RangeError for an empty list and for a mapping to or from anyPolicy.
 *
 * Accepted on reading: mappings to and from anyPolicy, because path validation is what refuses them (§6.1.4 (a)).
 */
export const policyMappings: ExtensionType<readonly PolicyMapping[]> = {
  oid: oid('2.5.29.33'),
  name: 'policyMappings',
  encode: (value) => writeDer((writer) => writeSequenceOf(writer, value, writeMapping)),
  decode: (der) => readDer(der, (reader) => readSequenceOf(reader, readMapping)),
};

function readMapping(reader: DerReader): PolicyMapping {
  const sequence = reader.readSequence();
  const issuerDomainPolicy = sequence.readOid();
  const subjectDomainPolicy = sequence.readOid();
  sequence.finish();
  return { issuerDomainPolicy, subjectDomainPolicy };
}

function writeMapping(writer: DerWriter, { issuerDomainPolicy, subjectDomainPolicy }: PolicyMapping): void {
  if (issuerDomainPolicy === ANY_POLICY || subjectDomainPolicy === ANY_POLICY)
    throw new RangeError('a policy is mapped to or from anyPolicy (RFC 5280 §4.2.1.5)');
  writer.sequence(() => writer.oid(issuerDomainPolicy).oid(subjectDomainPolicy));
}
