/** Damaged requests for certificates, read as an enrollment reads what arrives. */
import { verifySignatureInPool } from '@sealwright/pki';
import type { MutationKind, MutationReader } from '../../pki/test/mutations.ts';
import { AppError } from '../src/kernel/errors.ts';
import { requireHolder } from '../src/modules/ra/enrollment/checks/cv-names.ts';
import type { CertificateRequestType } from '../src/modules/ra/requests/certificate-request-type.ts';
import { requireIssuableNames } from '../src/modules/ra/requests/issuable-names.ts';
import { readCertificateRequest } from '../src/modules/ra/requests/read-certificate-request.ts';

/** The forms of requests that are read from DER, with the seeds of their damage. */
export const FORMS_OF_REQUESTS: readonly { readonly type: CertificateRequestType; readonly kind: MutationKind }[] = [
  { type: 'PKCS10', kind: 'request' },
  { type: 'CRMF', kind: 'crmf' },
  { type: 'SPKAC', kind: 'spkac' },
  { type: 'CVC', kind: 'cvc request' },
];

/** Reads a request of a form, and refuses it by an error of ours about what it says. */
export function readerOf(type: CertificateRequestType): MutationReader {
  return {
    read: async (input) => {
      const text = isText(type, input) ? new TextDecoder().decode(input) : input.toBase64();
      const checks = { verifySignature: verifySignatureInPool, password: 'foo123' };
      const requested = requireIssuableNames(await readCertificateRequest({ text, type }, checks));
      if (requested.cvRequest !== undefined) requireHolder(requested.subject, undefined, requested.cvRequest);
    },
    isRefusal: (error): error is AppError => error instanceof AppError && error.kind === 'malformed',
  };
}

/** The seeds of SPKAC are its octets and the lines of OpenSSL. */
function isText(type: CertificateRequestType, input: Uint8Array): boolean {
  return type === 'SPKAC' && input[0] !== 0x30;
}
