/** Certificates of CAs to be imported, of either kind. */
import type { ImportedCas } from './imported-ca.ts';
import { cvcImportedCas, readsAsCvc } from './imported-cvc-ca.ts';
import { x509ImportedCas } from './imported-x509-ca.ts';

/**
 * Reads certificates, PEM or base64, in any order. They must all be of the same kind.
 *
 * @throws {@link CaCertificateError}, {@link CaChainTooLongError}
 */
export function readImportedCas(texts: readonly string[]): ImportedCas {
  return texts.some(readsAsCvc) ? cvcImportedCas(texts) : x509ImportedCas(texts);
}
