import { Certificate, type Crl, findPath, keyUsage, PkiError, type TrustAnchor } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithSettings } from '../../../kernel/with-deps.ts';
import {
  anchorsOf,
  givenCertificates,
  givenCrls,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
} from '../worker-contract/index.ts';
import type { XmlDocuments } from '../signers/xml/index.ts';
import { purposesOf } from './certificate-purposes.ts';
import {
  answerOf,
  type DocumentVerdict,
  requireDocumentValidation,
  type SoundSignature,
  soundSignatures,
} from './document-verdict.ts';
import type { ValidatorDeps } from './validation-service.ts';

/**
 * Says whether an XML document is signed as a whole with the properties of XAdES, levels B and T, by certificates below its own trust anchors.
 * It needs no key.
 */
export const xadesValidatorKind: ProcessorKind<XadesValidatorSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.xades.validator.XAdESValidator',
  read(properties) {
    properties.requiredText('TRUSTANCHORS');
    return {
      anchors: anchorsOf(givenCertificates(properties, 'TRUSTANCHORS'), properties, 'TRUSTANCHORS'),
      certificates: givenCertificates(properties, 'CERTIFICATES'),
      crls: givenCrls(properties, 'CRLS'),
      checksRevocation: properties.boolean('REVOCATION_CHECKING', true),
    };
  },
};

interface XadesValidatorSettings {
  readonly anchors: readonly TrustAnchor[];
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly checksRevocation: boolean;
}

export interface XadesValidatorDeps extends ValidatorDeps {
  readonly xmlDocuments: XmlDocuments;
}

export class XadesValidator extends WithSettings<XadesValidatorSettings, XadesValidatorDeps> implements Processor {
  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    requireDocumentValidation(request);
    return answerOf(await this.#verdict(request, context), request, context);
  }

  async #verdict({ content }: SigningRequest, context: ProcessContext): Promise<DocumentVerdict> {
    const { anchors, certificates: given } = this.settings;
    const certificates = [...given, ...anchors.map(({ certificate }) => certificate)];
    const sound = soundSignatures(await this.deps.xmlDocuments.verify(content, { xades: true, certificates }, context));
    if ('problem' in sound) return sound;
    for (const signature of sound.signatures) {
      const problem = await this.#problemOf(signature);
      if (problem !== undefined) return { problem };
    }
    return sound;
  }

  /** The authorities of time-stamps have to be good now, the signer at the first of these times, or else now. */
  async #problemOf(signature: SoundSignature): Promise<string | undefined> {
    const now = nowSeconds(this.deps.clock);
    for (const { certificate, certificates, time, weak } of signature.timeStamps) {
      if (weak) return 'a time-stamp rests on a digest that collisions can be made for';
      if (time > now) return 'a time-stamp is of the future';
      const problem = await this.#problemOfPath(certificate, certificates, now);
      if (problem !== undefined) return `a time-stamp is not one of a trusted authority: ${problem}`;
    }
    const time = Math.min(now, ...signature.timeStamps.map((stamp) => stamp.time));
    const { certificate, certificates } = signature;
    if (!maySign(Certificate.parse(certificate))) return 'the certificate of the signer is not for signatures';
    return this.#problemOfPath(certificate, certificates, time);
  }

  /** @param at - when the path has to be valid; revocation is asked for as it is known now */
  async #problemOfPath(der: Uint8Array, others: readonly Uint8Array[], at: number): Promise<string | undefined> {
    const { anchors, certificates, checksRevocation, crls } = this.settings;
    const { clock, revocation } = this.deps;
    try {
      const intermediates = [...certificates, ...others.map((other) => Certificate.parse(other))];
      const material = { anchors, intermediates };
      const path = findPath(Certificate.parse(der), material, { now: at });
      if (!checksRevocation) return undefined;
      const now = nowSeconds(clock);
      const asked = { methods: ['ocsp', 'crl'] as const, crls, certificates: intermediates, now };
      const statuses = await revocation.statusesOf(path, asked);
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
