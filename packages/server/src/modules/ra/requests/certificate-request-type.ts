/** The forms of a request for a certificate, as the member `certificate_request_type` names them. */
import { inOneLine } from '../../../kernel/shortened.ts';
import { EnrollmentInputError } from '../errors/index.ts';

/** Forms of requests for certificates of X.509. */
export type X509RequestType = (typeof X509_REQUEST_TYPES)[number];

/** All forms; CVC is that of card verifiable certificates. */
export type CertificateRequestType = X509RequestType | 'CVC';

/**
 * Reads the name of a form, in any letter case.
 *
 * @param text - PKCS10 when it is undefined
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
