/** Signs a PDF (ISO 32000-1 §12.8). */
import { startDigest } from '@sealwright/pki';
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
import type { SignPdfOptions } from './signing/options.ts';
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

/**
 * Signs a document.
 *
 * Only parts of it are in memory at any time. It is read twice: once to be digested, and once more by the caller that takes the pieces of the
 * result. What is signed already stays valid: every octet of the document is kept, and what is new stands behind them.
 *
 * @throws {@link PdfError} for a document that is refused; what the signer's functions throw passes through
 */
export async function signPdf(source: DocumentSource, options: SignPdfOptions): Promise<SignedPdf> {
  if (options.refuseDuplicateObjects === true) await requireDistinctObjects(source);
  const file = await PdfFile.open(source, options.password ?? '');
  const document = await inspect(file);
  await requireSignable(document, options);
  const writing = planWriting(document, options);
  const plan = await planSignature(document, options, writing.catalogVersion);
  const isRewritten = writing.rewrite !== undefined;
  const { body, trailer, security } = await writeBody(file, plan, writing, options);
  const update = await signUpdate(body, { ...plan, trailer }, security, options);
  return {
    size: body.size + update.length,
    async *pieces() {
      yield* body.pieces();
      yield update;
    },
    update: isRewritten ? undefined : update,
  };
}

/** The body that the update comes behind, and what else follows from whether it is kept. */
async function writeBody(
  file: PdfFile,
  { changes, signature, trailer }: SignaturePlan,
  { rewrite }: Writing,
  { random }: SignPdfOptions,
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
async function requireSignable({ file, catalog, form }: InspectedDocument, options: SignPdfOptions): Promise<void> {
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

/** The update with its signature; laid out again when the message needs more room than was thought. */
async function signUpdate(
  body: Body,
  plan: SignaturePlan,
  security: Security | undefined,
  options: SignPdfOptions,
): Promise<Uint8Array> {
  const { signer, format = 'pkcs7', time, random, contentsOctets } = options;
  const bodyDigest = startDigest(signer.algorithms.digest);
  for await (const piece of body.pieces()) bodyDigest.update(piece);
  const protection = { security, random };
  for (let reserved = contentsOctets ?? estimateSize(options), attempt = 1; ; attempt += 1) {
    const update = layOut(body, plan.changes, plan.signature, plan.trailer, protection, reserved);
    const digest = bodyDigest.copy({ outputLength: signer.algorithms.digest.length });
    digest.update(update.bytes.subarray(0, update.contentsStart)).update(update.bytes.subarray(update.contentsEnd));
    const message = await signDigest(signer, format, new Uint8Array(digest.digest()), time);
    if (message.length <= reserved) return fillContents(update, message);
    if (contentsOctets !== undefined) {
      const why = `the signature has ${message.length} octets, and there is room for ${contentsOctets}`;
      throw new PdfError('pdf.signature_too_large', why);
    }
    if (attempt === MAX_ATTEMPTS) throw new RangeError('the message grows with each signature');
    reserved = message.length + MARGIN;
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

/** For a signature, attributes and headers. */
const MARGIN = 4096;
const TOKEN_ROOM = 16_384;
const MAX_ATTEMPTS = 4;
