/** Common part of validators of documents: the request, the accepted signatures, and the answer. */
import { contentOf } from '../../../kernel/content.ts';
import {
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type SigningRequest,
} from '../worker-contract/index.ts';
import type { VerifiedXmlSignature } from '../signers/xml/index.ts';

/** The signature of a document, as far as it is one. */
export type SoundSignature = Extract<VerifiedXmlSignature, { readonly status: 'valid' }>;

/** All signatures of a document that is valid, or the first thing that is wrong. */
export type DocumentVerdict = { readonly signatures: readonly SoundSignature[] } | { readonly problem: string };

/** @throws {@link IllegalRequestError} for a request that wants something else; REST wants documents signed */
export function requireDocumentValidation({ processType }: SigningRequest): void {
  if (processType !== 'validateDocument')
    throw new IllegalRequestError("Received request wasn't an expected GenericValidationRequest.");
}

/**
 * The signatures, when each of them is one of the whole document. A part that is signed, wherever it was moved to, is not a signed
 * document: who reads the document may take another part for it.
 */
export function soundSignatures(found: readonly VerifiedXmlSignature[]): DocumentVerdict {
  const signatures: SoundSignature[] = [];
  for (const signature of found) {
    if (signature.status === 'invalid') return { problem: `${signature.fault}: ${signature.detail}` };
    const [weak] = signature.weak;
    if (weak !== undefined) return { problem: `the signature rests on ${weak}` };
    if (!signature.coversDocument) return { problem: `only a part is signed: ${signature.signed.join(', ')}` };
    if (signature.foreignContent) return { problem: 'the signature holds something that is not signed' };
    signatures.push(signature);
  }
  return signatures.length === 0 ? { problem: 'there is no signature' } : { signatures };
}

/** `VALID` or `INVALID`; the worker log says why, and which elements were signed. */
export function answerOf(
  verdict: DocumentVerdict,
  { fileName }: SigningRequest,
  { log }: Pick<ProcessContext, 'log'>,
): Processed {
  const valid = 'signatures' in verdict;
  log.set('VALIDATION_STATUS', valid ? 'VALID' : 'INVALID');
  if (valid) log.set('SIGNED_ELEMENTS', verdict.signatures.flatMap(({ signed }) => signed).join(' '));
  else log.set('VALIDATION_PROBLEM', verdict.problem.slice(0, MAX_LOGGED).toWellFormed());
  return {
    content: contentOf(Buffer.from(valid ? 'VALID' : 'INVALID', 'utf8')),
    mediaType: 'text/plain',
    fileName,
    signerCertificate: undefined,
  };
}

const MAX_LOGGED = 500;
