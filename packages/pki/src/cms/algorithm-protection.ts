/** The algorithms of a signer, signed with the rest so that nobody exchanges them (RFC 6211 §2). */
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from '../algorithm/index.ts';
import { contextConstructed, type DerReader, oid, readDer, retag, Tag, writeDer } from '../der/index.ts';
import type { CmsAttributeType } from './attribute.ts';

export interface AlgorithmProtection {
  /** An AlgorithmIdentifier. */
  readonly digestAlgorithm: Uint8Array;
  /** An AlgorithmIdentifier; undefined in the attribute of something that is not a signature. */
  readonly signatureAlgorithm: Uint8Array | undefined;
}

/** The identifiers of digest and signature, exactly as the SignerInfo has them. */
export const algorithmProtection: CmsAttributeType<AlgorithmProtection> = {
  oid: oid('1.2.840.113549.1.9.52'),
  name: 'CMSAlgorithmProtection',
  encode: ({ digestAlgorithm, signatureAlgorithm }) =>
    writeDer((writer) =>
      writer.sequence(() => {
        writer.raw(digestAlgorithm);
        if (signatureAlgorithm !== undefined) writer.retagged(signatureAlgorithm, SIGNATURE);
      }),
    ),
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const digestAlgorithm = readAlgorithmIdentifier(sequence).der;
      const signatureAlgorithm = readImplicit(sequence, SIGNATURE)?.der;
      // A MAC algorithm stands here for AuthenticatedData.
      readImplicit(sequence, MAC);
      sequence.finish();
      return { digestAlgorithm, signatureAlgorithm };
    }),
};

/** Reads an AlgorithmIdentifier behind an IMPLICIT tag. */
function readImplicit(reader: DerReader, tag: number): AlgorithmIdentifier | undefined {
  if (!reader.nextIs(tag)) return undefined;
  return readDer(retag(reader.readAny().raw, Tag.sequence), readAlgorithmIdentifier);
}

const SIGNATURE = contextConstructed(1);
const MAC = contextConstructed(2);
