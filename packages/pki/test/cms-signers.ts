/** Signers with any kind of key, and the messages that they sign through the builders of this package. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

import { digest, type SignatureAlgorithm, signatureAlgorithmByName } from '../src/algorithm/index.ts';
import { assembleCertificate, Certificate, encodeTbsCertificate } from '../src/certificate/index.ts';
import {
  assembleSignerInfo,
  type CmsAttribute,
  CONTENT_TYPES,
  encodeSignedAttributes,
  encodeSignedData,
  issuerAndSerialNumber,
  type SignedDataFields,
  type SignerAlgorithms,
  signerAlgorithms,
  type SignerIdentifier,
} from '../src/cms/index.ts';
import { asDer, type Der, type Oid } from '../src/der/index.ts';
import { type Extension, keyUsage, makeExtension, subjectKeyIdentifier } from '../src/extension/index.ts';
import { DistinguishedName } from '../src/name/index.ts';
import { parsePublicKey } from '../src/public-key/index.ts';
import { serialNumberFromHex } from '../src/serial-number.ts';

/** A key with a self-signed certificate. */
export class TestSigner {
  readonly algorithms: SignerAlgorithms;
  readonly certificate: Certificate;
  readonly #privateKey: KeyObject;

  constructor(algorithm: SignatureAlgorithm, extensions: readonly Extension[] = []) {
    const { publicKey, privateKey } = keyPairFor(algorithm);
    this.#privateKey = privateKey;
    this.algorithms = signerAlgorithms(algorithm);
    const spki = parsePublicKey(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })));
    const name = DistinguishedName.parse(`CN=${algorithm.name},O=Example,C=SE`).der;
    const tbs = encodeTbsCertificate({
      serialNumber: serialNumberFromHex('A1B2C3D4E5F6'),
      signatureAlgorithm: algorithm,
      issuer: name,
      notBefore: Date.UTC(2020, 0, 1) / 1000,
      notAfter: Date.UTC(2051, 0, 1) / 1000 - 1,
      subject: name,
      publicKey: spki.der,
      extensions: [
        makeExtension(keyUsage, new Set(['digitalSignature'] as const), true),
        makeExtension(subjectKeyIdentifier, spki.keyIdentifier, false),
        ...extensions,
      ],
    });
    this.certificate = Certificate.parse(assembleCertificate(tbs, algorithm, this.sign(tbs)));
  }

  static named(name: string, extensions: readonly Extension[] = []): TestSigner {
    return new TestSigner(signatureAlgorithmByName(name), extensions);
  }

  sign(data: Uint8Array): Uint8Array {
    const { digest: hash, options } = this.algorithms.signature.node;
    return new Uint8Array(sign(hash, data, { key: this.#privateKey, ...options }));
  }

  /** The key in PKCS #8, for another program. */
  exportPrivateKey(): Uint8Array {
    return new Uint8Array(this.#privateKey.export({ format: 'der', type: 'pkcs8' }));
  }

  /** Signs `content` with signed attributes. */
  signerInfo(content: Uint8Array, options: SignOptions = {}): Der<'SignerInfo'> {
    const { contentType = CONTENT_TYPES.data, attributes, identifier, unsignedAttributes } = options;
    const { algorithms } = this;
    const contentDigest = digest(algorithms.digest, content);
    const signedAttributes = encodeSignedAttributes({ contentType, contentDigest, algorithms, attributes });
    return assembleSignerInfo({
      identifier: identifier ?? issuerAndSerialNumber(this.certificate),
      algorithms,
      signedAttributes,
      signature: this.sign(signedAttributes),
      unsignedAttributes,
    });
  }

  /** Signs `content` itself. */
  directSignerInfo(content: Uint8Array): Der<'SignerInfo'> {
    const algorithms = signerAlgorithms(this.algorithms.signature, { direct: true });
    const identifier = issuerAndSerialNumber(this.certificate);
    return assembleSignerInfo({ identifier, algorithms, signedAttributes: undefined, signature: this.sign(content) });
  }
}

export interface SignOptions {
  readonly contentType?: Oid;
  readonly attributes?: readonly CmsAttribute[];
  readonly identifier?: SignerIdentifier;
  readonly unsignedAttributes?: readonly CmsAttribute[];
}

/** A message of `signer` with its certificate. */
export function signMessage(
  signer: TestSigner,
  content: Uint8Array,
  options: SignOptions & Partial<SignedDataFields> & { readonly detached?: boolean } = {},
): Der<'Pkcs7'> {
  const fields = {
    contentType: CONTENT_TYPES.data,
    signers: [signer.signerInfo(content, options)],
    certificates: [signer.certificate.der],
    ...options,
  };
  return encodeSignedData(fields, options.detached === true ? undefined : content);
}

/** One for each kind of key: making an RSA key takes longer than all else here. */
function keyPairFor({ keyAlgorithm: { name, nodeType } }: SignatureAlgorithm): KeyPair {
  const known = keyPairs.get(name);
  if (known !== undefined) return known;
  // The overloads name each type on its own; the table's names are all among them.
  const generate = generateKeyPairSync as (type: string, options: object) => KeyPair;
  const pair = generate(nodeType, { namedCurve: 'P-256', modulusLength: 2048, divisorLength: 256 });
  keyPairs.set(name, pair);
  return pair;
}

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const keyPairs = new Map<string, KeyPair>();

/** Text as octets. */
export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Marks a SignerInfo that a test has changed. */
export const asSignerInfo = (bytes: Uint8Array): Der<'SignerInfo'> => asDer<'SignerInfo'>(bytes);
