/**
 * Public keys of card verifiable certificates (BSI TR-03110 part 3 D.3).
 *
 * An identifier says what the owner signs with. A key on an elliptic curve spells out its domain parameters, or leaves them to the country
 * verifying CA at the head of its chain; only parameters of a named curve are accepted, so every key becomes one that the rest of
 * this package knows.
 */
import {
  ecdsaSignatureToDer,
  ecdsaSignatureToPlain,
  keyAlgorithmByName,
  type NamedCurve,
  NULL_PARAMETERS,
  type SignatureAlgorithm,
} from '../algorithm/index.ts';
import { asDer, type Der, type DerReader, type DerWriter, readDer, writeDer } from '../der/index.ts';
import { parsePublicKey, type PublicKey, verifySignature } from '../public-key/index.ts';
import {
  readDomainParameters,
  readPoint,
  readUnsigned,
  writeDomainParameters,
  writeUnsigned,
} from './domain-parameters.ts';
import { CvcError } from './errors.ts';
import { CvTag } from './tags.ts';
import { terminalAuthenticationByOid, terminalAuthenticationOf } from './terminal-authentication.ts';

/** A public key as it stands in a certificate or request. Immutable. */
export class CvPublicKey {
  /** Undefined when it was made from another one by {@link inheriting}. */
  readonly der: Der<'CvPublicKey'>;
  /** Algorithm that the owner of the key signs with. */
  readonly algorithm: SignatureAlgorithm;
  /** Curve of an elliptic curve key: its own parameters or those that it inherited. */
  readonly curve: NamedCurve | undefined;
  /** True when the parameters of the curve stand in {@link der}. */
  readonly spellsOutCurve: boolean;
  readonly #point: Uint8Array | undefined;
  #key: PublicKey | undefined;

  private constructor(fields: CvPublicKeyFields) {
    this.der = fields.der;
    this.algorithm = fields.algorithm;
    this.curve = fields.curve;
    this.spellsOutCurve = fields.spellsOutCurve;
    this.#point = fields.point;
    this.#key = fields.key;
  }

  /** For certificates and requests only. Reads one public key. */
  static read(reader: DerReader): CvPublicKey {
    const { raw, content } = reader.readConstructedElement(CvTag.publicKey);
    const { signature: algorithm } = terminalAuthenticationByOid(content.readOid());
    const fields = algorithm.keyAlgorithm.name === 'RSA' ? readRsaKey(content) : readCurveKey(content);
    content.finish();
    return new CvPublicKey({ der: asDer<'CvPublicKey'>(raw), algorithm, ...fields });
  }

  /**
   * A key of ours, to be written.
   *
   * @param options - `spellOutCurve`: as in certificates of country verifying CAs and in requests, which name the parameters; in those of
   *   document verifiers and terminals they must not stand
   * @throws {@link CvcError} `cvc.unknown_algorithm` when terminal authentication knows no such signatures, `cvc.bad_public_key` when the
   *   key does not make them
   */
  static of(key: PublicKey, algorithm: SignatureAlgorithm, options: { readonly spellOutCurve: boolean }): CvPublicKey {
    const { oid } = terminalAuthenticationOf(algorithm);
    if (key.algorithm.name !== algorithm.keyAlgorithm.name)
      throw new CvcError(
        'cvc.bad_public_key',
        `a key of ${key.algorithm.name} makes no signatures of ${algorithm.name}`,
      );
    const { curve } = key;
    const spellsOutCurve = curve !== undefined && options.spellOutCurve;
    const der = writeDer((writer) =>
      writer.constructed(CvTag.publicKey, () => {
        writer.oid(oid);
        if (curve === undefined) writeRsaKey(writer, key);
        else if (spellsOutCurve) writeDomainParameters(writer, curve, key.keyBytes);
        else writer.primitive(POINT, key.keyBytes);
      }),
    );
    return new CvPublicKey({ der: asDer<'CvPublicKey'>(der), algorithm, curve, spellsOutCurve, point: undefined, key });
  }

  /** The same key with the domain parameters of `issuer`, when it has none of its own. */
  inheriting(issuer: CvPublicKey): CvPublicKey {
    if (this.#point === undefined || this.curve !== undefined || issuer.curve === undefined) return this;
    const { der, algorithm, spellsOutCurve } = this;
    return new CvPublicKey({ der, algorithm, spellsOutCurve, curve: issuer.curve, point: this.#point, key: undefined });
  }

  /**
   * The key as the rest of this package takes it.
   *
   * @throws {@link CvcError} `cvc.parameters_missing` when the domain parameters are still to be inherited
   * @throws {PublicKeyError} for a key that is always refused
   */
  get key(): PublicKey {
    if (this.#key !== undefined) return this.#key;
    if (this.curve === undefined)
      throw new CvcError(
        'cvc.parameters_missing',
        'the public key leaves its domain parameters to an issuer that has none',
      );
    return (this.#key = curveKey(this.curve, this.#point!));
  }

  /** Returns the content of the BIT STRING of the SubjectPublicKeyInfo of this key, known without domain parameters as well. */
  get keyOctets(): Uint8Array {
    return this.#point ?? this.key.keyBytes;
  }

  /**
   * Returns whether the owner of this key made `signature` over `data`.
   *
   * @param signature - of ECDSA plain, `r || s` (A.6.4)
   */
  verify(data: Uint8Array, signature: Uint8Array): boolean {
    const { algorithm, key: publicKey } = this;
    const plain = publicKey.curve === undefined ? signature : ecdsaSignatureToDer(signature, publicKey.curve);
    return plain !== undefined && verifySignature({ algorithm, publicKey, data, signature: plain });
  }

  /** The signature that a key pair of this public key made, in the form that card verifiable certificates hold: of ECDSA plain. */
  signatureToWrite(signature: Uint8Array): Uint8Array {
    const { curve } = this.key;
    return curve === undefined ? signature : ecdsaSignatureToPlain(signature, curve);
  }
}

interface CvPublicKeyFields extends CurveFields {
  readonly der: Der<'CvPublicKey'>;
  readonly algorithm: SignatureAlgorithm;
}

interface CurveFields {
  readonly curve: NamedCurve | undefined;
  readonly spellsOutCurve: boolean;
  /** Point of an elliptic curve key that was read. */
  readonly point: Uint8Array | undefined;
  readonly key: PublicKey | undefined;
}

function readRsaKey(content: DerReader): CurveFields {
  const modulus = readUnsigned(content, MODULUS);
  const exponent = readUnsigned(content, EXPONENT);
  const key = writeDer((writer) => writer.sequence(() => writer.unsignedInteger(modulus).unsignedInteger(exponent)));
  return {
    curve: undefined,
    spellsOutCurve: false,
    point: undefined,
    key: subjectPublicKey('RSA', NULL_PARAMETERS, key),
  };
}

function readCurveKey(content: DerReader): CurveFields {
  if (content.nextIs(POINT)) {
    const point = readPoint(content, POINT);
    return { curve: undefined, spellsOutCurve: false, point, key: undefined };
  }
  const { curve, point } = readDomainParameters(content);
  return { curve, spellsOutCurve: true, point, key: curveKey(curve, point) };
}

function writeRsaKey(writer: DerWriter, key: PublicKey): void {
  const [modulus, exponent] = readDer(key.keyBytes, (reader) => {
    const numbers = reader.readSequence();
    return [numbers.readIntegerBytes(), numbers.readIntegerBytes()] as const;
  });
  writeUnsigned(writer, MODULUS, modulus);
  writeUnsigned(writer, EXPONENT, exponent);
}

function curveKey(curve: NamedCurve, point: Uint8Array): PublicKey {
  return subjectPublicKey(
    'ECDSA',
    writeDer((writer) => writer.oid(curve.oid)),
    point,
  );
}

function subjectPublicKey(name: 'RSA' | 'ECDSA', parameters: Uint8Array, key: Uint8Array): PublicKey {
  const algorithm = keyAlgorithmByName(name).oid;
  const spki = writeDer((writer) =>
    writer.sequence(() => writer.sequence(() => writer.oid(algorithm).raw(parameters)).bitString(key)),
  );
  return parsePublicKey(spki);
}

const MODULUS = 0x81;
const EXPONENT = 0x82;
const POINT = 0x86;
