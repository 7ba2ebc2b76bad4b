import { Certificate, type Crl, findPath, keyUsage, PkiError, type TrustAnchor } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import {
  anchorsOf,
  givenCertificates,
  givenCrls,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
  type WorkerProperties,
} from '../kinds/index.ts';
import { XmlDocuments } from '../signers/xml/index.ts';
import { purposesOf } from './certificate-purposes.ts';
import {
  answerOf,
  type DocumentVerdict,
  requireDocumentValidation,
  type SoundSignature,
  soundSignatures,
} from './document-verdict.ts';
import { revocationOfPath } from '../revocation/index.ts';

/**
 * Says whether an XML document is signed as a whole with the properties of XAdES, levels B and T, by certificates below its own trust anchors.
 * It needs no key.
 */
export const xadesValidatorKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.xades.validator.XAdESValidator',
  make: (properties) => new XadesValidator(properties),
};

class XadesValidator implements Processor {
  readonly #anchors: readonly TrustAnchor[];
  readonly #certificates: readonly Certificate[];
  readonly #crls: readonly Crl[];
  readonly #checksRevocation: boolean;
  readonly #documents = new XmlDocuments();

  constructor(properties: WorkerProperties) {
    properties.requiredText('TRUSTANCHORS');
    this.#anchors = anchorsOf(givenCertificates(properties, 'TRUSTANCHORS'), properties, 'TRUSTANCHORS');
    this.#certificates = givenCertificates(properties, 'CERTIFICATES');
    this.#crls = givenCrls(properties, 'CRLS');
    this.#checksRevocation = properties.boolean('REVOCATION_CHECKING', true);
  }

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    requireDocumentValidation(request);
    return answerOf(await this.#verdict(request, context), request, context);
  }

  async #verdict({ content }: SigningRequest, context: ProcessContext): Promise<DocumentVerdict> {
    const certificates = [...this.#certificates, ...this.#anchors.map(({ certificate }) => certificate)];
    const sound = soundSignatures(await this.#documents.verify(content, { xades: true, certificates }, context));
    if ('problem' in sound) return sound;
    for (const signature of sound.signatures) {
      const problem = await this.#problemOf(signature, context);
      if (problem !== undefined) return { problem };
    }
    return sound;
  }

  /** The authorities of time-stamps have to be good now, the signer at the first of these times, or else now. */
  async #problemOf(signature: SoundSignature, context: ProcessContext): Promise<string | undefined> {
    const now = nowSeconds(context.clock);
    for (const { certificate, certificates, time, weak } of signature.timeStamps) {
      if (weak) return 'a time-stamp rests on a digest that collisions can be made for';
      if (time > now) return 'a time-stamp is of the future';
      const problem = await this.#problemOfPath(certificate, certificates, now, context);
      if (problem !== undefined) return `a time-stamp is not one of a trusted authority: ${problem}`;
    }
    const time = Math.min(now, ...signature.timeStamps.map((stamp) => stamp.time));
    const { certificate, certificates } = signature;
    if (!maySign(Certificate.parse(certificate))) return 'the certificate of the signer is not for signatures';
    return this.#problemOfPath(certificate, certificates, time, context);
  }

  /** @param at - when the path has to be valid; revocation is asked for as it is known now */
  async #problemOfPath(
    der: Uint8Array,
    others: readonly Uint8Array[],
    at: number,
    { clock, crlIndexes, foreignCrls, ocspResponders, ownCertificates }: ProcessContext,
  ): Promise<string | undefined> {
    try {
      const intermediates = [...this.#certificates, ...others.map((other) => Certificate.parse(other))];
      const material = { anchors: this.#anchors, intermediates };
      const path = findPath(Certificate.parse(der), material, { now: at });
      if (!this.#checksRevocation) return undefined;
      const now = nowSeconds(clock);
      const sources = {
        ownCertificates,
        foreignCrls,
        ocspResponders,
        crlIndexes,
        methods: ['ocsp', 'crl'] as const,
        crls: this.#crls,
        certificates: intermediates,
        now,
      };
      const statuses = await revocationOfPath(path, sources);
      const bad = statuses.findIndex(({ status }) => status !== 'good');
      if (bad === -1) return undefined;
      return `'${path.certificates[bad]!.subject.toString()}' is ${statuses[bad]!.status === 'revoked' ? 'revoked' : 'of unknown standing'}`;
    } catch (error) {
      if (error instanceof PkiError) return error.message;
      throw error;
    }
  }
}

/** A certificate without key usage may be used for anything (RFC 5280 §4.2.1.3). */
function maySign(certificate: Certificate): boolean {
  try {
    return certificate.extension(keyUsage) === undefined || purposesOf(certificate).includes('ELECTRONIC_SIGNATURE');
  } catch (error) {
    if (error instanceof PkiError) return false;
    throw error;
  }
}
