import { Certificate } from '@sealwright/pki';
import { contentOf } from '../../../kernel/content.ts';
import {
  askWorker,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
} from '../worker-contract/index.ts';
import type { XmlDocuments } from '../signers/xml/index.ts';
import { answerOf, type DocumentVerdict, requireDocumentValidation, soundSignatures } from './document-verdict.ts';
import { saysValid } from './validation.ts';

/**
 * Says whether an XML document is signed as a whole, by certificates that a validation service calls valid and good for signatures. It needs no
 * key.
 */
export const xmlValidatorKind: ProcessorKind<string> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.xmlvalidator.XMLValidator',
  read: (properties) => properties.requiredText('VALIDATIONSERVICEWORKER'),
  needs: (named) => ({ workers: [{ property: 'VALIDATIONSERVICEWORKER', named }] }),
};

export class XmlValidator implements Processor {
  readonly #service: string;
  readonly #documents: XmlDocuments;

  /** @param service - id or name of the validation service */
  constructor(service: string, documents: XmlDocuments) {
    this.#service = service;
    this.#documents = documents;
  }

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    requireDocumentValidation(request);
    return answerOf(await this.#verdict(request, context), request, context);
  }

  async #verdict({ content }: SigningRequest, context: ProcessContext): Promise<DocumentVerdict> {
    const found = await this.#documents.verify(content, { xades: false, certificates: [] }, context);
    const sound = soundSignatures(found);
    if ('problem' in sound) return sound;
    for (const { certificate } of sound.signatures) {
      const line = await this.#ask(certificate, context);
      const signer = Certificate.parse(certificate).subject.toString();
      if (!saysValid(line)) return { problem: `the certificate of '${signer}' is not valid: ${line}` };
    }
    return sound;
  }

  async #ask(certificate: Uint8Array, context: ProcessContext): Promise<string> {
    const request = {
      content: contentOf(certificate),
      metadata: new Map<string, string>(),
      fileName: undefined,
      processType: 'validateCertificate',
      certificatePurposes: ['ELECTRONIC_SIGNATURE'],
    } as const;
    return Buffer.from(await askWorker(this.#service, request, context)).toString('utf8');
  }
}
