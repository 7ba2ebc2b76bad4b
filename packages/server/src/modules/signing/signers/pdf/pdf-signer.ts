import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentSource } from '@sealwright/documents';
import type {
  PdfError,
  PdfSigner as SignatureMaker,
  SignatureAppearance,
  SignedPdf,
  SignPdfOptions,
} from '@sealwright/documents/pdf';
import { type SignatureAlgorithm, signerAlgorithms } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../../kernel/clock.ts';
import { type Content, contentOf } from '../../../../kernel/content.ts';
import type { Random } from '../../../../kernel/random.ts';
import { AmbiguousDocumentError } from './errors.ts';
import {
  DocumentTooLargeError,
  IllegalRequestError,
  joinContents,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningKey,
  type SigningRequest,
  type WorkerFiles,
  WorkerMisconfiguredError,
  type WorkerProperties,
} from '../../worker-contract/index.ts';
import type { DocumentTurns, HeavyDocuments } from './heavy-documents.ts';
import type { SignerEvidence } from './signer-evidence.ts';
import { type PdfSettings, readNamedAlgorithm, readPdfSettings } from './pdf-settings.ts';
import {
  certificateOf,
  chosenSignatureAlgorithm,
  type Overridable,
  PropertyOverrides,
  sameSchemeWith,
  type TimeStamps,
  usualSignatureAlgorithm,
} from '../common/index.ts';

/** Signs PDF documents. One of any size passes by in pieces, as long as it is added to and not written anew. */
export const pdfSignerKind: ProcessorKind<PdfSignerSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.pdfsigner.PDFSigner',
  read: (properties) => readPdfSigner(properties, READING),
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

export interface PdfSignerDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Pictures that stand in files. */
  readonly files: Pick<WorkerFiles, 'read'>;
  readonly evidence: Pick<SignerEvidence, 'crl' | 'ocspResponse'>;
  readonly timeStamps: Pick<TimeStamps, 'stamp'>;
  /** Queue of large documents, common to all workers: they share the thread. */
  readonly heavyDocuments: HeavyDocuments;
}

export class PdfSigner implements Processor {
  readonly #settings: PdfSignerSettings;
  readonly #deps: PdfSignerDeps;

  constructor(settings: PdfSignerSettings, deps: PdfSignerDeps) {
    this.#settings = settings;
    this.#deps = deps;
  }

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { content, fileName, metadata } = request;
    const { clock, heavyDocuments, random } = this.#deps;
    const { namedAlgorithm, overrides, read, usual } = this.#settings;
    const overridden = overrides.propertiesOf(request);
    const settings = overridden === undefined ? usual : read(overridden);
    const password = metadata.get('pdfPassword');
    context.log.set('PDF_PASSWORD_SUPPLIED', password !== undefined);
    const key = await context.key();
    requireScheme(namedAlgorithm, key, context);
    const turns = heavyDocuments.begin();
    const signer = pausing(turns, await this.#signerOf(key, settings, context));
    const options = {
      ...settings.options,
      appearance: await this.#appearanceOf(settings),
      signer,
      time: nowSeconds(clock),
      password,
      random: (count: number) => random.bytes(count),
    };
    try {
      return {
        content: await contentOfSigned(await signPdf(content, turns, context, options), content),
        mediaType: 'application/pdf',
        fileName,
        signerCertificate: signer.certificate,
        savedAs: settings.nameOfFile?.(request, context, clock.nowMs()),
      };
    } finally {
      turns.pause();
    }
  }

  async #signerOf(key: SigningKey, settings: PdfSettings, context: ProcessContext): Promise<SignatureMaker> {
    const { evidence, timeStamps } = this.#deps;
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
    return { ...appearance, image: await this.#deps.files.read(appearance.imagePath, MAX_IMAGE_OCTETS) };
  }
}

/** Others are read while a token or an authority elsewhere takes its time. */
function pausing(turns: DocumentTurns, signer: SignatureMaker): SignatureMaker {
  return {
    ...signer,
    sign: (attributes) => {
      turns.pause();
      return signer.sign(attributes);
    },
  };
}

/** @throws {@link WorkerMisconfiguredError} for a key that does not sign in the way that the worker's properties name */
function requireScheme(named: SignatureAlgorithm | undefined, key: SigningKey, { worker }: ProcessContext): void {
  const usual = usualSignatureAlgorithm(key);
  if (named?.hash === undefined || sameSchemeWith(usual, named.hash) === named) return;
  throw new WorkerMisconfiguredError(worker.id, [
    `SIGNATUREALGORITHM is ${named.name}, and the key '${key.alias}' signs PDF as ${usual.name} does`,
  ]);
}

/** @throws what a document is refused with, as clients know it */
async function signPdf(
  content: Content,
  turns: DocumentTurns,
  { worker }: ProcessContext,
  options: SignPdfOptions,
): Promise<SignedPdf> {
  // Not before it is needed: most services sign no PDF.
  const format = await import('@sealwright/documents/pdf');
  try {
    return await format.signPdf(sourceOf(content, turns), options);
  } catch (error) {
    if (!(error instanceof format.PdfError)) throw error;
    if (error.code === 'pdf.duplicate_object') throw new AmbiguousDocumentError(worker.id, { cause: error });
    if (error.code === 'pdf.signature_too_large') throw new WorkerMisconfiguredError(worker.id, [error.message]);
    throw new IllegalRequestError(messageOf(error), { cause: error });
  }
}

function messageOf({ code, message }: PdfError): string {
  if (PASSWORD_CODES.includes(code)) return `A valid password is required to sign the document: ${message}`;
  return KNOWN_CODES.includes(code) ? message : `Could not sign document: ${message}`;
}

/** Reading much takes turns with everything else. */
function sourceOf(content: Content, turns: DocumentTurns): DocumentSource {
  return {
    size: content.octets,
    takeTurn: (work) => turns.take(work),
    read: async (offset, length) => {
      if (length >= MUCH) await nextTurn();
      return content.read(offset, length);
    },
  };
}

/** @throws {@link DocumentTooLargeError} for one that was written anew and is more than is held in memory */
async function contentOfSigned(signed: SignedPdf, source: Content): Promise<Content> {
  const { size, update } = signed;
  if (update !== undefined) return joinContents([source, contentOf(update)]);
  if (size > MAX_REWRITTEN) {
    throw new DocumentTooLargeError(
      `A document that has to be written anew may have ${MAX_REWRITTEN} octets; this one has ${size}`,
    );
  }
  return contentOf(Buffer.concat(await Array.fromAsync(signed.pieces())));
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
const MUCH = 128 * 1024;
/** 64 MiB: nothing but memory takes it until the answer is out. */
const MAX_REWRITTEN = 64 * 1024 * 1024;
