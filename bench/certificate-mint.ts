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

/** Fields in which the certificates of a series differ. */
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
    const sha256 = hash('sha256', der, 'buffer');
    return {
      der,
      sha1: hash('sha1', der, 'buffer'),
      sha256,
      // No two names of a series are the same, so this tells them apart as well as what the program makes of a name.
      subjectKey: sha256,
      subjectKeyId: key.identifier,
      publicKeySha256: key.sha256,
      caSha1: authority.sha1,
    };
  }

  #encode(fields: MintedFields, key: Key, authority: Authority): Der<'Certificate'> {
    const varying = fieldsOf(fields, key);
    let name = `${fields.caId}`;
    for (const field of varying) name += ` ${lengthOf(field)}`;
    const shape = this.#shapes.get(name);
    if (shape === undefined) {
      const whole = encodeWhole(fields, key, authority);
      this.#shapes.set(name, { whole, places: placesOf(varying, whole), isTested: false });
      return whole;
    }
    const copy = new Uint8Array(shape.whole);
    for (let at = 0; at < varying.length; at++) putField(copy, varying[at]!, shape.places[at]!);
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

/** Text, or octets as they are. */
type Field = string | Uint8Array;

/** Returns the fields that differ from one certificate to the next, in their order in it. */
function fieldsOf(fields: MintedFields, key: Key): readonly Field[] {
  const { subjectDn, subjectAltName: names } = fields;
  return [
    serialNumberToBytes(fields.serialNumber),
    utcTime(fields.notBefore),
    utcTime(fields.notAfter),
    // DER has the attributes of a name the other way round.
    ...subjectDn.split(',').toReversed().map(valueOf),
    key.der,
    key.identifier,
    ...(names?.split(', ').map(valueOf) ?? []),
    key.signature,
  ];
}

/** The text behind the type: of an attribute, or of a name. */
function valueOf(text: string): string {
  return text.slice(text.indexOf('=') + 1);
}

function utcTime(seconds: number): string {
  const day = Math.floor(seconds / 86_400);
  let date = DATES.get(day);
  if (date === undefined) {
    date = new Date(day * 86_400_000).toISOString().slice(2, 10).replaceAll('-', '');
    DATES.set(day, date);
  }
  const [hour, minute, second] = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  return `${date}${TWO_DIGITS[hour]}${TWO_DIGITS[minute]}${TWO_DIGITS[second]}Z`;
}

function lengthOf(field: Field): number {
  return typeof field === 'string' ? Buffer.byteLength(field) : field.length;
}

function octetsOf(field: Field): Uint8Array {
  return typeof field === 'string' ? Buffer.from(field) : field;
}

/** Letter by letter: for a short text that takes a fraction of the time of a call that encodes it. */
function putField(octets: Uint8Array, field: Field, place: number): void {
  if (typeof field !== 'string') return octets.set(field, place);
  for (let at = 0; at < field.length; at++) {
    const code = field.charCodeAt(at);
    if (code > LAST_OF_ASCII) return octets.set(octetsOf(field), place);
    octets[place + at] = code;
  }
}

function placesOf(varying: readonly Field[], whole: Uint8Array): readonly number[] {
  const buffer = Buffer.from(whole);
  let end = 0;
  return varying.map((field) => {
    const octets = octetsOf(field);
    const place = buffer.indexOf(octets, end);
    end = place + octets.length;
    return place;
  });
}

interface Authority {
  readonly name: Der<'Name'>;
  readonly sha1: Uint8Array;
  /** The extensions that all certificates of the CA have. */
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
const LAST_OF_ASCII = 0x7f;
/** Dates of days since 1970, as in a UTCTime. */
const DATES = new Map<number, string>();
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
