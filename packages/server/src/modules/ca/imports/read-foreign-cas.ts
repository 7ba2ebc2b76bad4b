/** The certificates of CAs that come from elsewhere, told apart by their kind. */
import type { ForeignCas } from './foreign-ca.ts';
import { cvcForeignCas, readsAsCvc } from './foreign-cvc-ca.ts';
import { x509ForeignCas } from './foreign-x509-ca.ts';

/**
 * Reads certificates, PEM or base64, in any order. They are all of one kind.
 *
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readForeignCas(texts: readonly string[]): ForeignCas {
  return texts.some(readsAsCvc) ? cvcForeignCas(texts) : x509ForeignCas(texts);
}
