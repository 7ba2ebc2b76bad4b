/** A SignedData as it is read: a content, who signed it, and what comes along to verify that (RFC 5652 §5). */
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from '../algorithm/index.ts';
import { Certificate } from '../certificate/index.ts';
import { contextConstructed, type DerElement, type DerReader, type Oid, Tag } from '../der/index.ts';
import { PkiError } from '../errors.ts';
import { type CmsLimits, readSignedDataContent } from './content-info.ts';
import { CmsError } from './errors.ts';
import { isIdentified } from './signer-identifier.ts';
import { SignerInfo } from './signer-info.ts';

/**
 * A SignedData, holding the octets it was read from.
 *
 * Nothing is verified: `verifySigner` does, one signer at a time. Immutable; the bytes handed out are views on a copy of the input that
 * has the lengths of DER.
 */
export class SignedData {
  readonly version: number;
  /** Digests of the content, for readers that digest it before the signers come. */
  readonly digestAlgorithmIdentifiers: readonly AlgorithmIdentifier[];
  readonly contentType: Oid;
  /**
   * The signed content; undefined when the signature is detached. Without tag and length, which are not digested (RFC 5652 §5.4): of an
   * OCTET STRING its octets, and of what PKCS #7 puts there instead the content octets (RFC 5652 §5.2.1).
   */
  readonly content: Uint8Array | undefined;
  /** OCTET STRING but for PKCS #7 with a content of another type, such as Authenticode. */
  readonly contentTag: number | undefined;
  /** Every element of the field, whole, in its order: certificates, and those of other kinds under a tag `[n]`. */
  readonly certificateChoices: readonly Uint8Array[];
  /** Every element of the field, whole, in its order: CRLs, and revocation information of other kinds under the tag `[1]`. */
  readonly revocationChoices: readonly Uint8Array[];
  readonly signers: readonly SignerInfo[];
  #certificates: readonly Certificate[] | undefined;

  private constructor(reader: DerReader) {
    this.version = reader.readSmallInteger(MAX_VERSION);
    this.digestAlgorithmIdentifiers = readAll(
      reader.readSetOf({ anyOrder: true }),
      readAlgorithmIdentifier,
      MAX_SIGNERS,
    );
    const encapsulated = reader.readSequence();
    this.contentType = encapsulated.readOid();
    const content = encapsulated.atEnd ? undefined : readContent(encapsulated.readExplicit(0));
    encapsulated.finish();
    this.content = content?.content;
    this.contentTag = content?.tag;
    this.certificateChoices = readChoices(reader, 0);
    this.revocationChoices = readChoices(reader, 1);
    this.signers = readAll(reader.readSetOf({ anyOrder: true }), (set) => SignerInfo.read(set), MAX_SIGNERS);
  }

  /**
   * Reads one ContentInfo with a SignedData, in DER or BER.
   *
   * @param limits - `maxOctets` of the whole message, 16 MiB when left out
   * @throws {CmsError} `cms.not_signed_data`, `cms.too_large` for more than 64 signers, 4,096 certificates or CRLs, or 128 attributes of one signer
   * @throws {BerError} when the bytes are not one BER element, or more than allowed
   * @throws {DerError} when they are not a SignedData
   */
  static parse(bytes: Uint8Array, limits: CmsLimits = {}): SignedData {
    return readSignedDataContent(bytes, limits, (reader) => new SignedData(reader));
  }

  /** The X.509 certificates among {@link certificateChoices}, in their order; one that cannot be read is passed over. */
  get certificates(): readonly Certificate[] {
    this.#certificates ??= this.certificateChoices.flatMap((raw) => readable(raw) ?? []);
    return this.#certificates;
  }

  /** The CRLs among {@link revocationChoices}, not looked into. */
  get crls(): readonly Uint8Array[] {
    return this.revocationChoices.filter(([tag]) => tag === Tag.sequence);
  }

  /** The certificate that `signer` names, of those in the message and then of `others`; undefined when it is not there. */
  signerCertificate(signer: SignerInfo, others: readonly Certificate[] = []): Certificate | undefined {
    return [...this.certificates, ...others].find((certificate) => {
      try {
        return isIdentified(signer.identifier, certificate);
      } catch (error) {
        if (error instanceof PkiError) return false;
        throw error;
      }
    });
  }
}

/** Certificates of others come along for any reason; that one is damaged takes nothing from the rest. */
function readable(raw: Uint8Array): Certificate | undefined {
  if (raw[0] !== Tag.sequence) return undefined;
  try {
    return Certificate.parse(raw);
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function readContent(explicit: DerReader): DerElement {
  const element = explicit.readAny();
  explicit.finish();
  return element;
}

function readChoices(reader: DerReader, number: number): readonly Uint8Array[] {
  if (!reader.nextIs(contextConstructed(number))) return [];
  return readAll(reader.readExplicit(number), (set) => set.readAny().raw, MAX_CHOICES);
}

function readAll<T>(set: DerReader, read: (set: DerReader) => T, max: number): readonly T[] {
  const values: T[] = [];
  while (!set.atEnd) {
    if (values.length === max)
      throw new CmsError('cms.too_large', `a part of the message has more than ${max} elements`);
    values.push(read(set));
  }
  return values;
}

const MAX_SIGNERS = 64;
const MAX_CHOICES = 4096;
const MAX_VERSION = 5;
