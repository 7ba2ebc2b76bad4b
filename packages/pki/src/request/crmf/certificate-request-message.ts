/** Requests for certificates in the Certificate Request Message Format, CRMF (RFC 4211). */
import { signatureAlgorithmOf } from '../../algorithm/index.ts';
import type { Leniency } from '../../certificate/leniencies.ts';
import { type ParseOptions, Tolerance } from '../../certificate/tolerance.ts';
import { asDer, compareBytes, contextConstructed, type Der, DerReader, Tag } from '../../der/index.ts';
import type { SignatureToVerify } from '../../public-key/index.ts';
import { RequestError } from '../errors.ts';
import { type AttributeTypeAndValue, readAttributeTypesAndValues } from './attribute-type-and-value.ts';
import { type CertificateTemplate, readCertificateTemplate } from './certificate-template.ts';
import { isMacOfPassword } from './password-based-mac.ts';
import { type ProofOfPossession, readProofOfPossession, type SigningKeyInput } from './proof-of-possession.ts';

/**
 * A `CertReqMsg`, holding the octets it was read from.
 *
 * Its key was looked at and found usable; that the requester holds the private key is only known after
 * {@link verifySigningKeyProof}. Immutable; the bytes handed out are views on the input, which must not be changed.
 */
export class CertificateRequestMessage {
  readonly der: Der<'CertReqMsg'>;
  /** The request without its proof: the signed octets, unless the proof has an input of its own. */
  readonly request: Der<'CertRequest'>;
  readonly template: CertificateTemplate;
  /** Further demands on the CA (§6). */
  readonly controls: readonly AttributeTypeAndValue[];
  readonly proof: ProofOfPossession | undefined;
  /** Supplementary information (§7). */
  readonly registrationInfo: readonly AttributeTypeAndValue[];
  /** Departures from the standard that were tolerated; empty for a request that conforms. */
  readonly departures: readonly Leniency[];

  private constructor(reader: DerReader, tolerance: Tolerance) {
    const { raw, content } = reader.readSequenceElement();
    const { raw: request, content: fields } = content.readSequenceElement();
    this.der = asDer<'CertReqMsg'>(raw);
    this.request = asDer<'CertRequest'>(request);
    // certReqId tells the answers to several requests apart.
    fields.readIntegerBytes();
    this.template = readCertificateTemplate(fields, tolerance);
    this.controls = readAttributeTypesAndValues(fields);
    fields.finish();
    this.proof = readProofOfPossession(content);
    this.registrationInfo = readAttributeTypesAndValues(content);
    content.finish();
    this.departures = tolerance.departures;
  }

  /**
   * Reads `CertReqMessages` with one request in it, or that request alone. `der` is not copied; no proof is verified.
   *
   * @param options - `lenient: false` refuses every departure of `leniencies`
   * @throws {DerError} when `der` is neither in DER
   * @throws {PublicKeyError} for a key that is always refused
   * @throws {RequestError} `request.too_many`, `request.cmp_message`, `request.bad_version`, `request.bad_template`
   * @throws {X509Error} `x509.duplicate_extension`, `x509.nonconforming`
   */
  static parse(der: Uint8Array, options: ParseOptions = {}): CertificateRequestMessage {
    const shape = shapeOf(der);
    if (shape === 'PKIMessage') {
      throw new RequestError(
        'request.cmp_message',
        'it is a message of CMP (RFC 4210), whose protection nobody checks here; give the CertReqMessages in its body',
      );
    }
    const outer = new DerReader(der);
    const reader = shape === 'CertReqMsg' ? outer : outer.readSequence();
    const message = new CertificateRequestMessage(reader, new Tolerance(options));
    if (reader !== outer && !reader.atEnd)
      throw new RequestError('request.too_many', 'it holds more than one request; send them one by one');
    outer.finish();
    return message;
  }

  /**
   * Checks a proof by signature: that the key of the template has made it, over the request or over what RFC 4211 §4.1 has signed where the
   * template names no subject. The sender that is named there, and {@link verifyPublicKeyMac}, are for the caller to check.
   *
   * @param verify - as `verifySignature`, which may throw what it throws
   * @throws {RequestError} `request.bad_signature`; `request.bad_proof` when there is no such proof, or it does not cover what it has to
   * @throws {AlgorithmError} when the signature algorithm is unknown
   */
  async verifySigningKeyProof(verify: (signed: SignatureToVerify) => Promise<boolean>): Promise<void> {
    const { proof, request, template } = this;
    if (proof?.type !== 'signature') throw bad('the request is not signed with its own key');
    const { input, signature } = proof;
    const { publicKey } = template;
    const algorithm = signatureAlgorithmOf(proof.algorithmDer);
    if (input !== undefined) this.#requireInputFits(input);
    if (await verify({ algorithm, publicKey, data: input?.der ?? request, signature })) return;
    throw new RequestError(
      'request.bad_signature',
      `the request is not signed with its own ${publicKey.algorithm.name} key and ${algorithm.name}`,
    );
  }

  /**
   * Checks the MAC over the public key, where the proof has one instead of a sender. Who can have many passwords tried guesses with it.
   *
   * @param password - undefined when none is known
   * @throws {RequestError} `request.bad_proof` when it was made with another password, or in another way
   * @throws {AlgorithmError} when the hash is unknown
   * @throws {DerError}
   */
  verifyPublicKeyMac(password: string | undefined): void {
    const input = this.proof?.type === 'signature' ? this.proof.input : undefined;
    if (input?.publicKeyMac === undefined) return;
    if (password === undefined || !isMacOfPassword(input.publicKeyMac, input.publicKey, password))
      throw bad('the MAC of the public key was not made with the password of the enrollment');
  }

  #requireInputFits({ publicKey }: SigningKeyInput): void {
    const { template } = this;
    if (template.subject !== undefined) {
      const right = 'the signature has to be over the request itself, without poposkInput (RFC 4211 §4.1)';
      throw bad(`the template has a subject and a public key: ${right}`);
    }
    if (compareBytes(publicKey, template.publicKey.der) !== 0)
      throw bad('the public key in poposkInput is another one than that of the template');
  }
}

/** Tells apart what begins alike, by the elements that each begins with; anything else is read as `CertReqMessages`, and refused. */
function shapeOf(der: Uint8Array): 'CertReqMessages' | 'CertReqMsg' | 'PKIMessage' {
  const first = new DerReader(der).readSequence();
  if (!first.nextIs(Tag.sequence)) return 'CertReqMessages';
  const second = first.readSequence();
  if (!second.nextIs(Tag.integer)) return 'CertReqMessages';
  second.readAny();
  // PKIHeader names its sender where CertRequest has the template.
  const isName = GENERAL_NAME_TAGS.some((tag) => second.nextIs(tag));
  return isName ? 'PKIMessage' : 'CertReqMsg';
}

function bad(problem: string): RequestError {
  return new RequestError('request.bad_proof', problem);
}

const GENERAL_NAME_TAGS = Array.from({ length: 9 }, (_, number) => [0x80 | number, contextConstructed(number)]).flat();
