/** Types of certificate requests, as in the member `certificate_request_type`. */
import { inOneLine } from '../../../kernel/text/shortened.ts';
import { EnrollmentInputError } from '../errors/index.ts';

/** Types of requests for X.509 certificates. */
export type X509RequestType = (typeof X509_REQUEST_TYPES)[number];

/** All types; CVC is for card verifiable certificates. */
export type CertificateRequestType = X509RequestType | 'CVC';

/**
 * Parses the name of a type, case-insensitively.
 *
 * @param text - undefined for PKCS10
 * @throws {@link EnrollmentInputError}
 */
export function readCertificateRequestType(text: string | undefined): CertificateRequestType {
  if (text === undefined) return 'PKCS10';
  const found = TYPES.find((type) => type === text.toUpperCase());
  if (found !== undefined) return found;
  throw new EnrollmentInputError(
    `Invalid certificate_request_type: '${inOneLine(text, 64)}' is not known; give one of ${TYPES.join(', ')}.`,
  );
}

const X509_REQUEST_TYPES = ['PKCS10', 'CRMF', 'SPKAC', 'PUBLICKEY'] as const;
const TYPES: readonly CertificateRequestType[] = [...X509_REQUEST_TYPES, 'CVC'];
