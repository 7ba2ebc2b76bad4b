import { type Certificate, compareBytes, PkiError, printedSerialNumber } from '@sealwright/pki';
import { UnexpectedAnswerError } from '../errors.ts';

/**
 * Checks that an issued certificate is for the key of the request.
 *
 * @param publicKey - DER SubjectPublicKeyInfo
 * @throws {@link UnexpectedAnswerError}
 */
export function checkKey(certificate: Certificate, publicKey: Uint8Array): void {
  if (compareBytes(certificate.publicKeyDer, publicKey) === 0) return;
  throw new UnexpectedAnswerError(
    `the server issued the certificate ${printedSerialNumber(certificate.serialNumberText)} for another key than that of the request`,
  );
}

/**
 * Checks that each certificate is signed by the next, and that there is one above it.
 *
 * @throws {@link UnexpectedAnswerError}
 */
export function checkChain(certificate: Certificate, chain: readonly Certificate[]): void {
  if (chain.length === 0)
    throw new UnexpectedAnswerError('the answer has no CA certificate in addition to the one it issued');
  for (const [position, issuer] of chain.entries()) {
    const issued = position === 0 ? certificate : chain[position - 1]!;
    if (!isIssuedBy(issued, issuer)) {
      throw new UnexpectedAnswerError(
        `the chain in the answer does not fit: '${issuer.subject.toString()}' did not sign '${issued.subject.toString()}'`,
      );
    }
  }
}

function isIssuedBy(issued: Certificate, issuer: Certificate): boolean {
  try {
    return issued.issuer.equals(issuer.subject) && issued.verify(issuer.publicKey);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`the chain in the answer cannot be checked: ${error.message}`, { cause: error });
  }
}
