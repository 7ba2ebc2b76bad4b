import type { XmlSignatureSettings } from '@sealwright/documents/xml';
import type { SignatureAlgorithm } from '@sealwright/pki';
import { contentOf } from '../../../../kernel/content.ts';
import type {
  ProcessContext,
  Processed,
  Processor,
  ProcessorKind,
  SigningRequest,
  WorkerProperties,
} from '../../kinds/index.ts';
import {
  certificateOf,
  readCertificateLevels,
  readSignatureAlgorithm,
  usualSignatureAlgorithm,
} from '../common/index.ts';
import { XmlDocuments } from './xml-documents.ts';

/** Signs XML documents: an enveloped signature becomes the last child of the document's element. */
export const xmlSignerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.xmlsigner.XMLSigner',
  make: (properties) => new XmlSigner(properties),
};

class XmlSigner implements Processor {
  readonly #algorithm: SignatureAlgorithm | undefined;
  readonly #digestAlgorithm: string | undefined;
  readonly #certificateLevels: number;
  readonly #prefix: string;
  readonly #documents = new XmlDocuments();

  constructor(properties: WorkerProperties) {
    this.#algorithm = readSignatureAlgorithm(properties);
    this.#digestAlgorithm = properties.choice('DIGESTALGORITHM', DIGESTS, undefined);
    this.#certificateLevels = readCertificateLevels(properties, 0);
    this.#prefix = properties.text('SIGNATURE_PREFIX') ?? '';
    if (!PREFIX.test(this.#prefix))
      properties.report('SIGNATURE_PREFIX', `is '${this.#prefix}', which is no prefix of names in XML, such as ds`);
  }

  async process({ content, fileName }: SigningRequest, context: ProcessContext): Promise<Processed> {
    const key = await context.key();
    const certificate = certificateOf(key, context);
    const algorithm = this.#algorithm ?? usualSignatureAlgorithm(key);
    const settings: XmlSignatureSettings = {
      signatureAlgorithm: algorithm.name,
      digestAlgorithm: this.#digestAlgorithm,
      certificate: certificate.der,
      prefix: this.#prefix,
      included: key.chain.slice(0, this.#certificateLevels).map(({ der }) => der),
    };
    const prepared = await this.#documents.prepare(content, settings, context);
    const signature = await key.sign(algorithm, prepared.toBeSigned);
    return {
      content: contentOf(await prepared.finish(signature)),
      mediaType: 'text/xml',
      fileName,
      signerCertificate: certificate,
    };
  }
}

/** The document's own rule is the same; a start loads no format. */
const PREFIX = /^(?:(?!xml)[A-Z_][\w-]{0,31})?$/i;
const DIGESTS = ['SHA1', 'SHA256', 'SHA384', 'SHA512', 'RIPEMD160'] as const;
