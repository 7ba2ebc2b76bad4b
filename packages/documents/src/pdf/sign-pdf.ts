/** Signs a PDF (ISO 32000-1 §12.8). */
import { oid, startDigest } from '@sealwright/pki';
import type { DocumentSource } from '../source.ts';
import { certificationOf } from './document/certification.ts';
import { readForm } from './document/form.ts';
import { restricts } from './document/permissions.ts';
import type { Security } from './encryption/security.ts';
import { PdfError } from './errors.ts';
import { PdfFile } from './file/pdf-file.ts';
import { objectStarts } from './file/repair.ts';
import { rewrittenBody } from './output/rewrite.ts';
import { sourceBody } from './output/source-body.ts';
import { type Body, layOut, type Update } from './output/update.ts';
import { signDigest } from './signing/message.ts';
import type { PreparePdfOptions, SignPdfOptions } from './signing/options.ts';
import { type InspectedDocument, planSignature, type SignaturePlan } from './signing/plan-signature.ts';
import { planWriting, type Writing } from './signing/plan-writing.ts';
import { latin1Bytes } from './syntax/latin1.ts';
import { type PdfDictionary, PdfReference } from './syntax/values.ts';

/** A signed document. */
export interface SignedPdf {
  /** In octets. */
  readonly size: number;
  /** All octets, each time; the source is read anew. */
  pieces(): AsyncIterable<Uint8Array>;
  /** Octets that follow those of the source, which are all kept; undefined for a document that was written anew. */
  readonly update: Uint8Array | undefined;
}

/** A document that waits for its signature. */
export interface PreparedPdf {
  /** Octets of the document that the update comes behind. */
  readonly bodySize: number;
  /** These octets, each time; the source is read anew. */
  bodyPieces(): AsyncIterable<Uint8Array>;
  /** True when the body is not the source. */
  readonly isRewritten: boolean;
  /** Makes room for a signature of `octets` octets. */
  reserve(octets: number): ReservedPdf;
}

/** An update with room for the signature. Plain data, which may have been made in a thread. */
export interface ReservedPdf extends Update {
  /** Octets of the room. */
  readonly reserved: number;
  /** Digest of everything that is signed. */
  readonly contentDigest: Uint8Array;
}

/**
 * Signs a document.
 *
 * Only parts of it are in memory at any time. It is read twice: once to be digested, and once more by the caller that takes the pieces of the
 * result. What is signed already stays valid: every octet of the document is kept, and what is new stands behind them.
 *
 * @throws {@link PdfError} for a document that is refused; what the signer's functions throw passes through
 */
export async function signPdf(source: DocumentSource, options: SignPdfOptions): Promise<SignedPdf> {
  const prepared = await preparePdf(source, preparationOf(options));
  const update = await signReserved(async (octets) => prepared.reserve(octets), options);
  return {
    size: prepared.bodySize + update.length,
    async *pieces() {
      yield* prepared.bodyPieces();
      yield update;
    },
    update: prepared.isRewritten ? undefined : update,
  };
}

/** Returns the part of the options that a document is prepared with, before anything is signed. */
export function preparationOf({ signer, ...options }: SignPdfOptions): PreparePdfOptions {
  const [commonName] = signer.certificate.subject.values(COMMON_NAME);
  return { ...options, name: options.name ?? commonName, digest: signer.algorithms.digest };
}

/**
 * Reads a document, and plans what a signature adds to it.
 *
 * @throws {@link PdfError} for a document that is refused
 */
export async function preparePdf(source: DocumentSource, options: PreparePdfOptions): Promise<PreparedPdf> {
  if (options.refuseDuplicateObjects === true) await requireDistinctObjects(source);
  const file = await PdfFile.open(source, options.password ?? '');
  const document = await inspect(file);
  await requireSignable(document, options);
  const writing = planWriting(document, options);
  const plan = await planSignature(document, options, writing.catalogVersion);
  const { body, trailer, security } = await writeBody(file, plan, writing, options);
  const bodyDigest = startDigest(options.digest);
  for await (const piece of body.pieces()) bodyDigest.update(piece);
  const protection = { security, random: options.random };
  return {
    bodySize: body.size,
    bodyPieces: () => body.pieces(),
    isRewritten: writing.rewrite !== undefined,
    reserve(octets) {
      const update = layOut(body, plan.changes, plan.signature, trailer, protection, octets);
      const digest = bodyDigest.copy({ outputLength: options.digest.length });
      digest.update(update.bytes.subarray(0, update.contentsStart)).update(update.bytes.subarray(update.contentsEnd));
      return { ...update, reserved: octets, contentDigest: new Uint8Array(digest.digest()) };
    },
  };
}

/**
 * Signs a prepared document, and returns the update with the signature in it.
 *
 * @param reserve - makes room for a signature; called again when the message needs more of it than was thought
 * @throws {@link PdfError} `pdf.signature_too_large`; what `reserve` and the signer's functions throw passes through
 */
export async function signReserved(
  reserve: (octets: number) => Promise<ReservedPdf>,
  options: SignPdfOptions,
): Promise<Uint8Array> {
  const { signer, format = 'pkcs7', time, contentsOctets } = options;
  for (let octets = contentsOctets ?? estimateSize(options), attempt = 1; ; attempt += 1) {
    const prepared = await reserve(octets);
    const message = await signDigest(signer, format, prepared.contentDigest, time);
    if (message.length <= prepared.reserved) return fillContents(prepared, message);
    if (contentsOctets !== undefined) {
      const why = `the signature has ${message.length} octets, and there is room for ${contentsOctets}`;
      throw new PdfError('pdf.signature_too_large', why);
    }
    if (attempt === MAX_ATTEMPTS) throw new RangeError('the message grows with each signature');
    octets = message.length + MARGIN;
  }
}

/** The body that the update comes behind, and what else follows from whether it is kept. */
async function writeBody(
  file: PdfFile,
  { changes, signature, trailer }: SignaturePlan,
  { rewrite }: Writing,
  { random }: PreparePdfOptions,
): Promise<{ readonly body: Body; readonly trailer: PdfDictionary; readonly security: Security | undefined }> {
  const isChanged = (number: number): boolean => changes.has(number) || number === signature.reference.number;
  if (rewrite === undefined) return { body: sourceBody(file, isChanged), trailer, security: file.security };
  const { version, encryption } = rewrite;
  const Encrypt = encryption === undefined ? null : changes.add(encryption.dictionary);
  const security = encryption?.security;
  const body = await rewrittenBody({ file, version, security, random, isChanged });
  return { body, trailer: trailer.with({ Encrypt }), security };
}

async function inspect(file: PdfFile): Promise<InspectedDocument> {
  const catalogReference = file.trailer.get('Root');
  const catalog = await file.dictionary(catalogReference);
  if (!(catalogReference instanceof PdfReference) || catalog === undefined)
    throw new PdfError('pdf.damaged', 'the document has no catalog that can be read');
  return { file, catalogReference, catalog, form: await readForm(file, catalog) };
}

/** @throws {@link PdfError} */
async function requireSignable({ file, catalog, form }: InspectedDocument, options: PreparePdfOptions): Promise<void> {
  const { certification = 'not-certified', allowUserPassword = false } = options;
  const { security } = file;
  if (
    security !== undefined &&
    !security.opened.isOwner &&
    !allowUserPassword &&
    restricts(security.dictionary.permissions)
  )
    throw new PdfError('pdf.not_owner', "the document restricts changes, and the password is not the owner's");
  const found = await certificationOf(file, catalog);
  if (found !== 'not-certified' && certification !== 'not-certified')
    throw new PdfError('pdf.already_certified', 'Will not certify an already certified document');
  if (found === 'no-changes-allowed')
    throw new PdfError('pdf.signing_not_allowed', 'Will not sign a certified document where signing is not allowed');
  if (certification !== 'not-certified' && form.signatureFields.some(({ isSigned }) => isSigned))
    throw new PdfError('pdf.already_certified', 'Will not certify an already signed document');
}

/** @throws {@link PdfError} `pdf.duplicate_object` */
async function requireDistinctObjects(source: DocumentSource): Promise<void> {
  const seen = new Set<string>();
  for await (const { number, generation } of objectStarts(source)) {
    const id = `${number} ${generation}`;
    if (seen.has(id)) throw new PdfError('pdf.duplicate_object', `the object ${id} is defined twice`);
    seen.add(id);
  }
}

/** Estimates the size of the message: what is known of it, and room for the rest. */
function estimateSize({ signer }: SignPdfOptions): number {
  const { certificate, chain, revocation, timeStamp } = signer;
  const known = [
    ...[certificate, ...chain].map(({ der }) => der),
    ...(revocation?.crls ?? []),
    ...(revocation?.ocspResponses ?? []),
  ];
  return known.reduce((total, { length }) => total + length, MARGIN + (timeStamp === undefined ? 0 : TOKEN_ROOM));
}

function fillContents({ bytes, contentsStart }: Update, message: Uint8Array): Uint8Array {
  bytes.set(latin1Bytes(message.toHex()), contentsStart + 1);
  return bytes;
}

const COMMON_NAME = oid('2.5.4.3');
/** For a signature, attributes and headers. */
const MARGIN = 4096;
const TOKEN_ROOM = 16_384;
const MAX_ATTEMPTS = 4;
