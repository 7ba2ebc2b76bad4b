/** An issuer with any kind of key: certificates, CRLs and requests by the builders of `@sealwright/pki`, in PEM. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  asDer,
  assembleCertificate,
  assembleCertificationRequest,
  assembleCrl,
  authorityKeyIdentifier,
  basicConstraints,
  type Der,
  DistinguishedName,
  encodeCertificationRequestInfo,
  encodeTbsCertificate,
  encodeTbsCrl,
  type Extension,
  formatPem,
  type KeyAlgorithm,
  keyUsage,
  makeExtension,
  parsePublicKey,
  type RequestAttribute,
  type SerialNumber,
  serialNumberFromHex,
  type SignatureAlgorithm,
  subjectKeyIdentifier,
} from '@sealwright/pki';

export interface KeyPair {
  readonly publicKey: Der<'SubjectPublicKeyInfo'>;
  readonly privateKey: KeyObject;
}

export interface CertificateContents {
  readonly subject: string;
  readonly publicKey: Der<'SubjectPublicKeyInfo'>;
  readonly extensions?: readonly Extension[];
  readonly serialNumber?: SerialNumber;
  /** False to leave out the identifiers of both keys; true by default. */
  readonly keyIdentifiers?: boolean;
}

/** Makes a key that signs with `keyAlgorithm`; an ECDSA key is on `curve`, a modulus has 2,048 bits. */
export function makeKeyPair({ name, nodeType }: KeyAlgorithm, curve = 'prime256v1'): KeyPair {
  const options = { namedCurve: curve, modulusLength: 2048, divisorLength: 256 };
  // The overloads name each type on its own; the table's names are all among them.
  const generate = generateKeyPairSync as (
    type: string,
    options: object,
  ) => { publicKey: KeyObject; privateKey: KeyObject };
  const { publicKey, privateKey } = generate(name === 'RSASSA-PSS' ? 'rsa-pss' : nodeType, options);
  const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
  return { publicKey: asDer<'SubjectPublicKeyInfo'>(spki), privateKey };
}

/** Signs with one key and one algorithm. */
export class Issuer {
  readonly name: DistinguishedName;
  readonly keys: KeyPair;
  readonly algorithm: SignatureAlgorithm;

  constructor(name: string, keys: KeyPair, algorithm: SignatureAlgorithm) {
    this.name = DistinguishedName.parse(name);
    this.keys = keys;
    this.algorithm = algorithm;
  }

  /** The self-signed certificate of a CA. */
  root(extensions: readonly Extension[] = []): string {
    const { publicKey } = this.keys;
    return this.certificate({ subject: String(this.name), publicKey, extensions: [...CA_EXTENSIONS, ...extensions] });
  }

  /** A certificate valid from 2020 to 2050 inclusive. */
  certificate(contents: CertificateContents): string {
    const { subject, publicKey, extensions = [], serialNumber } = contents;
    const { algorithm, keys } = this;
    const identifiers = contents.keyIdentifiers === false ? [] : keyIdentifiers(publicKey, keys.publicKey);
    const tbs = encodeTbsCertificate({
      serialNumber: serialNumber ?? serialNumberFromHex(`01${randomBytes(15).toString('hex')}`),
      signatureAlgorithm: algorithm,
      issuer: this.name.der,
      notBefore: START_OF_2020,
      notAfter: END_OF_2050,
      subject: DistinguishedName.parse(subject).der,
      publicKey,
      extensions: [...identifiers, ...extensions],
    });
    return formatPem('CERTIFICATE', assembleCertificate(tbs, algorithm, this.#sign(tbs)));
  }

  /** A CRL, up to date until the end of 2050. */
  crl(entries: readonly Uint8Array[], extensions: readonly Extension[]): string {
    const { algorithm, keys } = this;
    const keyIdentifier = parsePublicKey(keys.publicKey).keyIdentifier;
    const tbs = encodeTbsCrl({
      signatureAlgorithm: algorithm,
      issuer: this.name.der,
      thisUpdate: START_OF_2020,
      nextUpdate: END_OF_2050,
      entries,
      extensions: [makeExtension(authorityKeyIdentifier, { keyIdentifier }, false), ...extensions],
    });
    return formatPem('X509 CRL', assembleCrl(tbs, algorithm, this.#sign(tbs)));
  }

  /** A request for the issuer's own name and key. */
  request(extensions: readonly Extension[] = [], attributes: readonly RequestAttribute[] = []): string {
    const { algorithm, keys } = this;
    const subject = this.name.der;
    const info = encodeCertificationRequestInfo({ subject, publicKey: keys.publicKey, extensions, attributes });
    return formatPem('CERTIFICATE REQUEST', assembleCertificationRequest(info, algorithm, this.#sign(info)));
  }

  #sign(data: Uint8Array): Uint8Array {
    const { digest, options } = this.algorithm.node;
    return new Uint8Array(sign(digest, data, { key: this.keys.privateKey, ...options }));
  }
}

/** The extensions that the certificate of a CA needs for a path. */
export const CA_EXTENSIONS: readonly Extension[] = [
  makeExtension(basicConstraints, { ca: true }, true),
  makeExtension(keyUsage, new Set(['keyCertSign', 'cRLSign'] as const), true),
];

function keyIdentifiers(subject: Uint8Array, issuer: Uint8Array): Extension[] {
  return [
    makeExtension(subjectKeyIdentifier, parsePublicKey(subject).keyIdentifier, false),
    makeExtension(authorityKeyIdentifier, { keyIdentifier: parsePublicKey(issuer).keyIdentifier }, false),
  ];
}

const START_OF_2020 = Date.UTC(2020, 0, 1) / 1000;
const END_OF_2050 = Date.UTC(2051, 0, 1) / 1000 - 1;
