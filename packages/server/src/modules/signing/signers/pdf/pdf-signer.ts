import type {
  PdfError,
  PdfSigner as SignatureMaker,
  SignatureAppearance,
  SignPdfOptions,
} from '@sealwright/documents/pdf';
import { type SignatureAlgorithm, signerAlgorithms } from '@sealwright/pki';
import { nowSeconds } from '../../../../kernel/clock.ts';
import type { Content } from '../../../../kernel/content.ts';
import { WithSettings } from '../../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../../access/index.ts';
import { AmbiguousDocumentError } from './errors.ts';
import {
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningKey,
  type SigningRequest,
  type WorkerFiles,
  WorkerMisconfiguredError,
  type WorkerNeeds,
  type WorkerProperties,
} from '../../worker-contract/index.ts';
import type { PdfDocuments } from './pdf-documents.ts';
import type { SignerEvidence } from './signer-evidence.ts';
import { type PdfSettings, readNamedAlgorithm, readPdfSettings } from './pdf-settings.ts';
import {
  certificateOf,
  chosenSignatureAlgorithm,
  type Overridable,
  PropertyOverrides,
  sameSchemeWith,
  signerNeeds,
  type TimeStamps,
  usualSignatureAlgorithm,
} from '../common/index.ts';

/** Signs PDF documents. One of any size passes by in pieces, as long as it is added to and not written anew. */
export const pdfSignerKind: ProcessorKind<PdfSignerSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.pdfsigner.PDFSigner',
  read: (properties) => readPdfSigner(properties, READING),
  needs: pdfSignerNeeds,
};

/** Readers of the properties of a kind of PDF signer. */
export interface PdfSignerReading {
  readonly settings: (properties: WorkerProperties) => PdfSettings;
  /** Reader of an algorithm that decides nothing, and has to match the settings and the key. */
  readonly namedAlgorithm?: typeof readNamedAlgorithm;
  /** Properties that clients may be allowed to replace. */
  readonly overridable: Overridable;
}

export interface PdfSignerSettings {
  readonly usual: PdfSettings;
  readonly namedAlgorithm: SignatureAlgorithm | undefined;
  readonly overrides: PropertyOverrides;
  /** Reads the settings of a request that overrides properties. */
  readonly read: PdfSignerReading['settings'];
}

/** Reads the settings of a kind of PDF signer. */
export function readPdfSigner(properties: WorkerProperties, reading: PdfSignerReading): PdfSignerSettings {
  const usual = reading.settings(properties);
  return {
    usual,
    namedAlgorithm: reading.namedAlgorithm?.(properties, usual),
    overrides: new PropertyOverrides(properties, reading.overridable),
    read: reading.settings,
  };
}

/** Returns the needs of a kind of PDF signer that hold for all requests, also for those that override properties. */
export function pdfSignerNeeds({ namedAlgorithm, overrides, usual }: PdfSignerSettings): WorkerNeeds {
  const { workers, keyRefusal } = signerNeeds({
    algorithm: usual.algorithm,
    hash: overrides.allows('DIGESTALGORITHM') ? undefined : usual.hash,
    timeStamping: overrides.allows('USE_TIMESTAMP') ? undefined : usual.timeStamping,
  });
  return { workers, keyRefusal: (key) => keyRefusal?.(key) ?? schemeRefusal(namedAlgorithm, key) };
}

export interface PdfSignerDeps extends Pick<UseCaseDeps, 'clock' | 'random'> {
  /** Pictures that stand in files. */
  readonly files: Pick<WorkerFiles, 'read'>;
  readonly evidence: Pick<SignerEvidence, 'crl' | 'ocspResponse'>;
  readonly timeStamps: Pick<TimeStamps, 'stamp'>;
  readonly pdfDocuments: Pick<PdfDocuments, 'sign'>;
}

export class PdfSigner extends WithSettings<PdfSignerSettings, PdfSignerDeps> implements Processor {
  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { content, fileName, metadata } = request;
    const { clock, random } = this.deps;
    const { namedAlgorithm, overrides, read, usual } = this.settings;
    const overridden = overrides.propertiesOf(request);
    const settings = overridden === undefined ? usual : read(overridden);
    const password = metadata.get('pdfPassword');
    context.log.set('PDF_PASSWORD_SUPPLIED', password !== undefined);
    const key = await context.key();
    requireScheme(namedAlgorithm, key, context);
    const signer = await this.#signerOf(key, settings, context);
    const options = {
      ...settings.options,
      appearance: await this.#appearanceOf(settings),
      signer,
      time: nowSeconds(clock),
      password,
      random: (count: number) => random.bytes(count),
    };
    return {
      content: await this.#sign(content, options, settings, context),
      mediaType: 'application/pdf',
      fileName,
      signerCertificate: signer.certificate,
      savedAs: settings.nameOfFile?.(request, context, clock.nowMs()),
    };
  }

  /** @throws what a document is refused with, as clients know it */
  async #sign(
    content: Content,
    options: SignPdfOptions,
    { appearance }: PdfSettings,
    { worker }: ProcessContext,
  ): Promise<Content> {
    try {
      return await this.deps.pdfDocuments.sign(content, options);
    } catch (error) {
      const { PdfError } = await import('@sealwright/documents/pdf');
      if (!(error instanceof PdfError)) throw error;
      if (error.code === 'pdf.duplicate_object') throw new AmbiguousDocumentError(worker.id, { cause: error });
      // No client chooses the file of a picture.
      const isOfWorker = error.code === 'pdf.bad_image' && appearance?.imagePath !== undefined;
      if (isOfWorker || error.code === 'pdf.signature_too_large')
        throw new WorkerMisconfiguredError(worker.id, [error.message]);
      throw new IllegalRequestError(messageOf(error), { cause: error });
    }
  }

  async #signerOf(key: SigningKey, settings: PdfSettings, context: ProcessContext): Promise<SignatureMaker> {
    const { evidence, timeStamps } = this.deps;
    const { certificateLevels, embedCrl, embedOcspResponse, timeStamping } = settings;
    const algorithms = signerAlgorithms(chosenSignatureAlgorithm(settings, key, context));
    const certificate = certificateOf(key, context);
    const crls = embedCrl ? [await evidence.crl(certificate, key.chain)] : [];
    const ocspResponses = embedOcspResponse ? [await evidence.ocspResponse(certificate, key.chain)] : [];
    return {
      certificate,
      revocation: { crls, ocspResponses },
      chain: key.chain.slice(1, certificateLevels),
      algorithms,
      sign: (attributes) => key.sign(algorithms.signature, attributes),
      timeStamp: timeStamping && ((signature) => timeStamps.stamp(signature, timeStamping, context)),
    };
  }

  /** With the picture that stands in a file of the host, if one does. */
  async #appearanceOf({ appearance }: PdfSettings): Promise<SignatureAppearance | undefined> {
    if (appearance?.imagePath === undefined) return appearance;
    return { ...appearance, image: await this.deps.files.read(appearance.imagePath, MAX_IMAGE_OCTETS) };
  }
}

/** @throws {@link WorkerMisconfiguredError} for a key that does not sign in the way that the worker's properties name */
function requireScheme(named: SignatureAlgorithm | undefined, key: SigningKey, { worker }: ProcessContext): void {
  const refusal = schemeRefusal(named, key);
  if (refusal !== undefined) throw new WorkerMisconfiguredError(worker.id, [refusal]);
}

/** Returns the reason why a key does not sign in the way that the worker's properties name; undefined when it does. */
function schemeRefusal(named: SignatureAlgorithm | undefined, key: SigningKey): string | undefined {
  if (named?.hash === undefined) return undefined;
  const usual = usualSignatureAlgorithm(key);
  if (sameSchemeWith(usual, named.hash) === named) return undefined;
  return `SIGNATUREALGORITHM is ${named.name}, and the key '${key.alias}' signs PDF as ${usual.name} does`;
}

function messageOf({ code, message }: PdfError): string {
  if (PASSWORD_CODES.includes(code)) return `A valid password is required to sign the document: ${message}`;
  return KNOWN_CODES.includes(code) ? message : `Could not sign document: ${message}`;
}

const OVERRIDABLE: Overridable = {
  plain: [
    'REASON',
    'LOCATION',
    'CERTIFICATION_LEVEL',
    'DIGESTALGORITHM',
    'ADD_VISIBLE_SIGNATURE',
    'VISIBLE_SIGNATURE_CUSTOM_IMAGE_BASE64',
    'VISIBLE_SIGNATURE_PAGE',
    'VISIBLE_SIGNATURE_RECTANGLE',
    'VISIBLE_SIGNATURE_NAME',
    'VISIBLE_SIGNATURE_CUSTOM_IMAGE_RESIZE_TO_RECTANGLE',
    'USE_TIMESTAMP',
    'EMBED_CRL',
    'EMBED_OCSP_RESPONSE',
    'REJECT_PERMISSIONS',
    'SET_PERMISSIONS',
    'REMOVE_PERMISSIONS',
  ],
  secret: ['SET_OWNERPASSWORD'],
  never: ['SIGNERCERTCHAIN'],
};
const READING: PdfSignerReading = {
  settings: readPdfSettings,
  namedAlgorithm: readNamedAlgorithm,
  overridable: OVERRIDABLE,
};
const PASSWORD_CODES: readonly PdfError['code'][] = ['pdf.wrong_password', 'pdf.not_owner'];
/** Clients know these by their messages. */
const KNOWN_CODES: readonly PdfError['code'][] = [
  'pdf.already_certified',
  'pdf.signing_not_allowed',
  'pdf.version_too_low',
  'pdf.rejected_permissions',
];
const MAX_IMAGE_OCTETS = 4 * 1024 * 1024;
