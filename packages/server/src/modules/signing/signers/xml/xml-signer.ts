import type { XmlSignatureSettings } from '@sealwright/documents/xml';
import type { SignatureAlgorithm } from '@sealwright/pki';
import { contentOf } from '../../../../kernel/content.ts';
import type {
  ProcessContext,
  Processed,
  Processor,
  ProcessorKind,
  SigningRequest,
} from '../../worker-contract/index.ts';
import {
  certificateOf,
  readCertificateLevels,
  readSignatureAlgorithm,
  signerNeeds,
  usualSignatureAlgorithm,
} from '../common/index.ts';
import type { XmlDocuments } from './xml-documents.ts';

/** Signs XML documents: an enveloped signature becomes the last child of the document's element. */
export const xmlSignerKind: ProcessorKind<XmlSignerSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.xmlsigner.XMLSigner',
  read(properties) {
    const prefix = properties.text('SIGNATURE_PREFIX') ?? '';
    if (!PREFIX.test(prefix))
      properties.report('SIGNATURE_PREFIX', `is '${prefix}', which is not a prefix of names in XML, such as ds`);
    return {
      algorithm: readSignatureAlgorithm(properties),
      digestAlgorithm: properties.choice('DIGESTALGORITHM', DIGESTS, undefined),
      certificateLevels: readCertificateLevels(properties, 0),
      prefix,
    };
  },
  // Its digest is that of the references, not the one that is signed.
  needs: ({ algorithm }) => signerNeeds({ algorithm }),
};

interface XmlSignerSettings {
  /** Undefined when the key decides. */
  readonly algorithm: SignatureAlgorithm | undefined;
  readonly digestAlgorithm: string | undefined;
  readonly certificateLevels: number;
  /** Prefix of the elements of the signature. */
  readonly prefix: string;
}

export class XmlSigner implements Processor {
  readonly #settings: XmlSignerSettings;
  readonly #documents: XmlDocuments;

  constructor(settings: XmlSignerSettings, documents: XmlDocuments) {
    this.#settings = settings;
    this.#documents = documents;
  }

  async process({ content, fileName }: SigningRequest, context: ProcessContext): Promise<Processed> {
    const key = await context.key();
    const certificate = certificateOf(key, context);
    const { algorithm = usualSignatureAlgorithm(key), certificateLevels, digestAlgorithm, prefix } = this.#settings;
    const settings: XmlSignatureSettings = {
      signatureAlgorithm: algorithm.name,
      digestAlgorithm,
      certificate: certificate.der,
      prefix,
      included: key.chain.slice(0, certificateLevels).map(({ der }) => der),
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
