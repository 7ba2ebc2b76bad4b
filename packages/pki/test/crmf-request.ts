/** Requests in CRMF and SPKAC as a test wants them, with keys of `node:crypto`. */
import { type KeyObject, sign } from 'node:crypto';
import { type SignatureAlgorithm, signatureAlgorithmByName } from '../src/algorithm/index.ts';
import { writeExtensions } from '../src/certificate/extensions.ts';
import { contextConstructed, contextPrimitive, oid, retag, Tag, writeDer } from '../src/der/index.ts';
import type { Extension } from '../src/extension/index.ts';
import { DistinguishedName } from '../src/name/index.ts';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Fields of a template and what stands beside it; each is left out unless given. */
export interface CrmfFields {
  readonly version?: number;
  readonly issuer?: string;
  /** Seconds since 1970. */
  readonly notBefore?: number;
  readonly notAfter?: number;
  readonly subject?: string;
  /** A SubjectPublicKeyInfo instead of that of the key; null for none. */
  readonly publicKey?: Uint8Array | null;
  readonly extensions?: readonly Extension[];
  /** Elements between the fields, by the tag of the field that they stand before; 10 is the end. */
  readonly extra?: ReadonlyMap<number, Uint8Array>;
  /** Object identifiers of controls, whose values are NULL. */
  readonly controls?: readonly string[];
  readonly registrationInfo?: readonly string[];
}

/** Makes `CertReqMessages` with one request. The proof is a signature over it unless given as an element; null for none. */
export function makeCrmf(
  fields: CrmfFields,
  key: KeyPair,
  proof?: Uint8Array | null,
  algorithm: SignatureAlgorithm = signatureAlgorithmByName('SHA256withECDSA'),
): Uint8Array {
  const request = makeCertRequest(fields, key);
  return writeDer((writer) =>
    writer.sequence(() =>
      writer.sequence(() => {
        writer.raw(request);
        if (proof !== null) writer.raw(proof ?? signatureProof(request, key, algorithm));
        if (fields.registrationInfo !== undefined) writer.raw(attributes(fields.registrationInfo));
      }),
    ),
  );
}

/** `signature [1] POPOSigningKey` over the request, or over an input, which it then holds. */
export function signatureProof(
  signed: Uint8Array,
  { privateKey }: KeyPair,
  algorithm: SignatureAlgorithm = signatureAlgorithmByName('SHA256withECDSA'),
  input?: Uint8Array,
): Uint8Array {
  const signature = sign(algorithm.node.digest, signed, { ...algorithm.node.options, key: privateKey });
  return writeDer((writer) =>
    writer.constructed(contextConstructed(1), () => {
      if (input !== undefined) writer.raw(retag(input, contextConstructed(0)));
      writer.raw(algorithm.der).bitString(signature);
    }),
  );
}

/** `POPOSigningKeyInput` with a sender. */
export function signingKeyInput(sender: string, publicKey: Uint8Array): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() =>
      writer
        .explicit(0, () => writer.explicit(4, () => writer.raw(DistinguishedName.parse(sender).der)))
        .raw(publicKey),
    ),
  );
}

/** The SubjectPublicKeyInfo of a key. */
export function spkiOf({ publicKey }: KeyPair): Uint8Array {
  return new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
}

/** Makes a `SignedPublicKeyAndChallenge`. */
export function makeSpkac(
  key: KeyPair,
  challenge = '',
  algorithm: SignatureAlgorithm = signatureAlgorithmByName('SHA256withECDSA'),
): Uint8Array {
  const signed = writeDer((writer) =>
    writer.sequence(() => writer.raw(spkiOf(key)).utf8String(challenge, Tag.ia5String)),
  );
  const signature = sign(algorithm.node.digest, signed, { ...algorithm.node.options, key: key.privateKey });
  return writeDer((writer) => writer.sequence(() => writer.raw(signed).raw(algorithm.der).bitString(signature)));
}

function makeCertRequest({ controls, ...fields }: CrmfFields, key: KeyPair): Uint8Array {
  const { version, issuer, notBefore, notAfter, subject, publicKey = spkiOf(key), extensions, extra } = fields;
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.integer(1).sequence(() => {
        const before = (number: number) => writer.raw(extra?.get(number) ?? new Uint8Array());
        if (version !== undefined) writer.integer(version, contextPrimitive(0));
        before(3);
        if (issuer !== undefined) writer.explicit(3, () => writer.raw(DistinguishedName.parse(issuer).der));
        if (notBefore !== undefined || notAfter !== undefined) {
          writer.explicit(4, () => {
            if (notBefore !== undefined) writer.explicit(0, () => writer.time(notBefore));
            if (notAfter !== undefined) writer.explicit(1, () => writer.time(notAfter));
          });
        }
        before(5);
        if (subject !== undefined) writer.explicit(5, () => writer.raw(DistinguishedName.parse(subject).der));
        if (publicKey !== null) writer.raw(retag(publicKey, contextConstructed(6)));
        before(9);
        if (extensions !== undefined)
          writer.raw(
            retag(
              writeDer((inner) => writeExtensions(inner, extensions)),
              contextConstructed(9),
            ),
          );
        before(10);
      });
      if (controls !== undefined) writer.raw(attributes(controls));
    }),
  );
}

function attributes(types: readonly string[]): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() => {
      for (const type of types) writer.sequence(() => writer.oid(oid(type)).null());
    }),
  );
}
