import { PkiError, requireIssuableGeneralNames, requireIssuableName } from '@sealwright/pki';
import { CertificateRequestError } from '../errors/index.ts';
import type { RequestedNames } from './requested-certificate.ts';

/**
 * Refuses names that are impossible in any certificate, whatever the profiles say: control characters that truncate or split displayed names, empty
 * values or values beyond their bounds, alternative names of invalid form (RFC 5280 §4.2.1.6), and too many of either. Names that pass are issued
 * octet for octet.
 *
 * @returns the same object
 * @throws {@link CertificateRequestError} with the attribute or the form
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
