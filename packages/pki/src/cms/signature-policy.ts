/** The policy that a signature was made under (RFC 5126 §5.8.1, ETSI EN 319 122-1 §5.2.9.1). */
import { encodeAlgorithmIdentifier, type HashAlgorithm, readAlgorithmIdentifier } from '../algorithm/index.ts';
import { type DerReader, oid, type Oid, readDer, writeDer } from '../der/index.ts';
import { readSequenceOf } from '../extension/sequence-of.ts';
import { readText, writeText } from '../extension/text.ts';
import type { CmsAttributeType } from './attribute.ts';
import { digestAlgorithmOf } from './signer-algorithms.ts';

export interface SignaturePolicy {
  readonly policy: Oid;
  readonly hash: HashAlgorithm;
  /** Hash of the policy document. */
  readonly policyHash: Uint8Array;
  /** Address of the policy document. Other qualifiers are passed over. */
  readonly uri?: string | undefined;
}

export const signaturePolicy: CmsAttributeType<SignaturePolicy> = {
  oid: oid('1.2.840.113549.1.9.16.2.15'),
  name: 'sigPolicyId',
  encode: ({ policy, hash, policyHash, uri }) =>
    writeDer((writer) =>
      writer.sequence(() => {
        writer.oid(policy);
        writer.sequence(() => writer.raw(encodeAlgorithmIdentifier(hash.oid)).octetString(policyHash));
        if (uri === undefined) return;
        writer.sequence(() =>
          writer.sequence(() => {
            writer.oid(URI);
            writeText(writer, 'ia5String', uri, { min: 1, max: MAX_URI });
          }),
        );
      }),
    ),
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const policy = sequence.readOid();
      const value = sequence.readSequence();
      const hash = digestAlgorithmOf(readAlgorithmIdentifier(value));
      const policyHash = value.readOctetString();
      value.finish();
      const uris = sequence.atEnd ? [] : readSequenceOf(sequence, (inner) => readUri(inner.readSequence()));
      sequence.finish();
      return { policy, hash, policyHash, uri: uris.find((uri) => uri !== undefined) };
    }),
};

function readUri(qualifier: DerReader): string | undefined {
  const id = qualifier.readOid();
  if (id === URI) {
    const uri = readText(qualifier, 'ia5String');
    qualifier.finish();
    return uri;
  }
  qualifier.readAny();
  qualifier.finish();
  return undefined;
}

/** id-spq-ets-uri. */
const URI = oid('1.2.840.113549.1.9.16.5.1');
const MAX_URI = 2048;
