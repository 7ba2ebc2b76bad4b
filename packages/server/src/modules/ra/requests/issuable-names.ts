import { PkiError, requireIssuableGeneralNames, requireIssuableName } from '@sealwright/pki';
import { CertificateRequestError } from '../errors/index.ts';
import type { RequestedNames } from './requested-certificate.ts';

/**
 * Names that cannot go into any certificate, whatever profiles say: control characters that cut or split what is read, values
 * that are empty or beyond their bounds, alternative names that are not of their form (RFC 5280 §4.2.1.6), and too many of either.
 * What passes is issued octet for octet.
 *
 * @returns the same names, with what belongs to them
 * @throws {@link CertificateRequestError} naming the attribute or the form
 */
export function requireIssuableNames<N extends RequestedNames>(requested: N): N {
  try {
    requireIssuableName(requested.subject);
    requireIssuableGeneralNames(requested.alternativeNames);
    return requested;
  } catch (error) {
    if (error instanceof PkiError) throw new CertificateRequestError(`${error.message}.`, { cause: error });
    throw error;
  }
}
