/** The certificates of CAs to be imported, told apart by their kind. */
import type { ImportedCas } from './imported-ca.ts';
import { cvcImportedCas, readsAsCvc } from './imported-cvc-ca.ts';
import { x509ImportedCas } from './imported-x509-ca.ts';

/**
 * Reads certificates, PEM or base64, in any order. They are all of one kind.
 *
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readImportedCas(texts: readonly string[]): ImportedCas {
  return texts.some(readsAsCvc) ? cvcImportedCas(texts) : x509ImportedCas(texts);
}
