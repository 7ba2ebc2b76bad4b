/** Commitment that a signer makes with the signature (RFC 5126 §5.11.1, ETSI EN 319 122-1 §5.2.3). */
import { type DerReader, oid, type Oid, readDer, writeDer } from '../der/index.ts';
import { writeOpenType } from '../extension/open-type.ts';
import { readSequenceOf, writeSequenceOf } from '../extension/sequence-of.ts';
import type { CmsAttributeType } from './attribute.ts';

export interface CommitmentType {
  readonly type: Oid;
  readonly qualifiers?: readonly CommitmentTypeQualifier[] | undefined;
}

export interface CommitmentTypeQualifier {
  readonly id: Oid;
  /** The whole encoding; undefined when there is none. */
  readonly value?: Uint8Array | undefined;
}

/** The commitments that ETSI EN 319 122-1 Annex D registers. */
export const COMMITMENT_TYPES = {
  proofOfOrigin: oid('1.2.840.113549.1.9.16.6.1'),
  proofOfReceipt: oid('1.2.840.113549.1.9.16.6.2'),
  proofOfDelivery: oid('1.2.840.113549.1.9.16.6.3'),
  proofOfSender: oid('1.2.840.113549.1.9.16.6.4'),
  proofOfApproval: oid('1.2.840.113549.1.9.16.6.5'),
  proofOfCreation: oid('1.2.840.113549.1.9.16.6.6'),
} as const satisfies Record<string, Oid>;

export const commitmentType: CmsAttributeType<CommitmentType> = {
  oid: oid('1.2.840.113549.1.9.16.2.16'),
  name: 'commitmentType',
  encode: ({ type, qualifiers }) =>
    writeDer((writer) =>
      writer.sequence(() => {
        writer.oid(type);
        if (qualifiers === undefined) return;
        writeSequenceOf(writer, qualifiers, (inner, { id, value }) =>
          inner.sequence(() => {
            inner.oid(id);
            if (value !== undefined) writeOpenType(inner, value);
          }),
        );
      }),
    ),
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const type = sequence.readOid();
      const qualifiers = sequence.atEnd
        ? undefined
        : readSequenceOf(sequence, (inner) => readQualifier(inner.readSequence()));
      sequence.finish();
      return { type, qualifiers };
    }),
};

function readQualifier(sequence: DerReader): CommitmentTypeQualifier {
  const id = sequence.readOid();
  const value = sequence.atEnd ? undefined : sequence.readAny().raw;
  sequence.finish();
  return { id, value };
}
