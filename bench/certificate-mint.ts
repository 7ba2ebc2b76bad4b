/**
 * Encoded certificates by the ten thousand a second: real in every field but for the signature.
 *
 * The first one of each shape is encoded as the program encodes certificates. Others of the shape, in which every field has as many octets, are copies
 * of it with their own octets in the places of its fields; the first of them is compared with what would be encoded.
 *
 * There are a thousand key pairs, and certificates take them in turn. So do signatures: each is one that a key of P-256 has made, but of other octets, as
 * to sign takes longer than all else. So certificates parse, and have the sizes of real ones, but none verifies.
 */
import {
  ACCESS_METHODS,
  asDer,
  assembleCertificate,
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  compareBytes,
  crlDistributionPoints,
  type Der,
  DistinguishedName,
  encodeTbsCertificate,
  type Extension,
  extendedKeyUsage,
  KEY_PURPOSES,
  keyUsage,
  makeExtension,
  parseGeneralNames,
  parsePublicKey,
  type SerialNumber,
  serialNumberToBytes,
  signatureAlgorithmByName,
  subjectAltName,
  subjectKeyIdentifier,
} from '../packages/pki/src/index.ts';
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';

/** What the certificates of a series differ in. */
export interface MintedFields {
  readonly caId: number;
  readonly serialNumber: SerialNumber;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Makes certificates of several CAs. */
export class CertificateMint {
  readonly #keys: Key[] = [];
  readonly #authorities = new Map<number, Authority>();
  readonly #shapes = new Map<string, Shape>();

  /** @param n - the number of the certificate, which decides its key */
  mint(n: number, fields: MintedFields) {
    const key = (this.#keys[n % KEYS] ??= newKey());
    const authority = this.#authority(fields.caId);
    const der = this.#encode(fields, key, authority);
    return {
      der,
      sha1: hash('sha1', der, 'buffer'),
      sha256: hash('sha256', der, 'buffer'),
      // Tells names apart as well as the program's, which folds them by the rules of RFC 5280.
      subjectKey: hash('sha256', fields.subjectDn, 'buffer'),
      subjectKeyId: key.identifier,
      publicKeySha256: key.sha256,
      caSha1: authority.sha1,
    };
  }

  #encode(fields: MintedFields, key: Key, authority: Authority): Der<'Certificate'> {
    const octets = fieldOctets(fields, key);
    const name = `${fields.caId} ${octets.map(({ length }) => length).join(' ')}`;
    const shape = this.#shapes.get(name);
    if (shape === undefined) {
      const whole = encodeWhole(fields, key, authority);
      this.#shapes.set(name, { whole, places: placesOf(octets, whole), isTested: false });
      return whole;
    }
    const copy = new Uint8Array(shape.whole);
    for (let at = 0; at < octets.length; at++) copy.set(octets[at]!, shape.places[at]);
    if (!shape.isTested && compareBytes(copy, encodeWhole(fields, key, authority)) !== 0)
      throw new TypeError(`a copy differs from the certificate of '${fields.subjectDn}'`);
    shape.isTested = true;
    return asDer<'Certificate'>(copy);
  }

  #authority(id: number): Authority {
    const known = this.#authorities.get(id) ?? newAuthority(id);
    this.#authorities.set(id, known);
    return known;
  }
}

interface Shape {
  readonly whole: Der<'Certificate'>;
  /** Where each field stands. */
  readonly places: readonly number[];
  isTested: boolean;
}

/** Encodes it as the program does. */
function encodeWhole(
  { subjectAltName: names, ...fields }: MintedFields,
  key: Key,
  authority: Authority,
): Der<'Certificate'> {
  const alternative = names === undefined ? [] : [makeExtension(subjectAltName, parseGeneralNames(names), false)];
  const tbs = encodeTbsCertificate({
    ...fields,
    signatureAlgorithm: ALGORITHM,
    issuer: authority.name,
    subject: DistinguishedName.parse(fields.subjectDn).der,
    publicKey: key.der,
    extensions: [...authority.extensions, makeExtension(subjectKeyIdentifier, key.identifier, false), ...alternative],
  });
  return assembleCertificate(tbs, ALGORITHM, key.signature);
}

/** What differs from one certificate to the next, in the order in which it stands in them. */
function fieldOctets(fields: MintedFields, key: Key): readonly Uint8Array[] {
  const { subjectDn, subjectAltName: names } = fields;
  return [
    serialNumberToBytes(fields.serialNumber),
    utcTime(fields.notBefore),
    utcTime(fields.notAfter),
    // DER has the attributes of a name the other way round.
    ...subjectDn.split(',').toReversed().map(valueOctets),
    key.der,
    key.identifier,
    ...(names?.split(', ').map(valueOctets) ?? []),
    key.signature,
  ];
}

/** The octets behind the type: of an attribute, or of a name. */
function valueOctets(text: string): Uint8Array {
  return Buffer.from(text.slice(text.indexOf('=') + 1));
}

function utcTime(seconds: number): Uint8Array {
  return Buffer.from(new Date(seconds * 1000).toISOString().replaceAll(/^..|[-T:]|\.000/g, ''));
}

function placesOf(octets: readonly Uint8Array[], whole: Uint8Array): readonly number[] {
  const buffer = Buffer.from(whole);
  let end = 0;
  return octets.map((field) => {
    const place = buffer.indexOf(field, end);
    end = place + field.length;
    return place;
  });
}

interface Authority {
  readonly name: Der<'Name'>;
  readonly sha1: Uint8Array;
  /** Those that all certificates of the CA have. */
  readonly extensions: readonly Extension[];
}

interface Key {
  readonly der: Der<'SubjectPublicKeyInfo'>;
  readonly identifier: Uint8Array;
  readonly sha256: Uint8Array;
  /** One that it has made. */
  readonly signature: Uint8Array;
}

function newAuthority(id: number): Authority {
  const name = DistinguishedName.parse(`CN=Example Issuing CA ${id},O=Example,C=SE`).der;
  const at = (path: string) =>
    ({ type: 'uniformResourceIdentifier', value: `http://pki.example.org/${id}${path}` }) as const;
  return {
    name,
    sha1: hash('sha1', name, 'buffer'),
    extensions: [
      makeExtension(basicConstraints, { ca: false }, true),
      makeExtension(keyUsage, new Set(['digitalSignature', 'keyEncipherment'] as const), true),
      makeExtension(extendedKeyUsage, [KEY_PURPOSES.serverAuth, KEY_PURPOSES.clientAuth], false),
      makeExtension(authorityKeyIdentifier, { keyIdentifier: newKey().identifier }, false),
      makeExtension(
        crlDistributionPoints,
        [{ distributionPoint: { type: 'fullName', names: [at('/current.crl')] } }],
        false,
      ),
      makeExtension(
        authorityInfoAccess,
        [
          { accessMethod: ACCESS_METHODS.ocsp, accessLocation: at('/ocsp') },
          { accessMethod: ACCESS_METHODS.caIssuers, accessLocation: at('/ca.crt') },
        ],
        false,
      ),
    ],
  };
}

function newKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }) as {
    readonly publicKey: KeyObject;
    readonly privateKey: KeyObject;
  };
  const der = asDer<'SubjectPublicKeyInfo'>(publicKey.export({ format: 'der', type: 'spki' }));
  const { keyIdentifier: identifier } = parsePublicKey(der);
  // Most have 70 to 72 octets; those of certificates of one shape have to have the same length.
  let signature: Uint8Array;
  do signature = sign(ALGORITHM.node.digest, der, privateKey);
  while (signature.length !== SIGNATURE_OCTETS);
  return {
    der,
    identifier,
    sha256: hash('sha256', der, 'buffer'),
    signature,
  };
}

const ALGORITHM = signatureAlgorithmByName('SHA256withECDSA');
const KEYS = 1000;
const SIGNATURE_OCTETS = 71;
