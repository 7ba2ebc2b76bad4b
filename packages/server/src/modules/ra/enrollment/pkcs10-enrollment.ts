/** An enrollment with a PKCS#10 request: what is asked for, and what comes of it. */
import { DistinguishedName, PkiError, requireIssuableName } from '@sealwright/pki';
import type { IssuedCertificate } from '../../ca/index.ts';
import type { NamedValue } from '../end-entities/end-entity-data.ts';
import { EnrollmentInputError } from '../errors.ts';
import { requireIssuableNames } from '../requests/issuable-names.ts';
import {
  readCertificateRequest,
  type RequestedCertificate,
  type VerifySignature,
} from '../requests/read-certificate-request.ts';

/** What a caller asks for. */
export interface Pkcs10Enrollment {
  /** PEM or base64 DER. */
  readonly certificateRequest: string;
  readonly certificateProfileName: string;
  readonly endEntityProfileName: string;
  readonly certificateAuthorityName: string;
  readonly username: string;
  readonly password: string | undefined;
  readonly email: string | undefined;
  readonly accountBindingId: string | undefined;
  /** Seconds since 1970. */
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
  /** Whether the two above are obeyed or refused; otherwise a profile that does not allow them leaves them out. */
  readonly strictValidity?: boolean;
  /** Instead of the request's own subject; RFC 4514 text. */
  readonly subjectDn: string | undefined;
  /** Kept with the end entity. */
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** The certificate with the chain above it: the issuing CA first, the root last. */
export interface EnrolledCertificate {
  readonly outcome: 'issued';
  readonly certificate: IssuedCertificate;
  readonly chain: readonly Uint8Array[];
}

/** Where an enrollment goes. */
export type EnrollmentNames = Pick<
  Pkcs10Enrollment,
  'certificateAuthorityName' | 'certificateProfileName' | 'endEntityProfileName' | 'username'
>;

/** Reads the request of an enrollment, with what the caller says instead. */
export function reading(enrollment: Pkcs10Enrollment, verify: VerifySignature): () => Promise<RequestedCertificate> {
  return async () => {
    const requested = await readCertificateRequest(enrollment.certificateRequest, verify);
    return requireIssuableNames(applyOverrides(requested, enrollment));
  };
}

function applyOverrides(requested: RequestedCertificate, { subjectDn }: Pkcs10Enrollment): RequestedCertificate {
  if (subjectDn === undefined) return requested;
  try {
    const subject = DistinguishedName.parse(subjectDn);
    // `parse` takes values in hexadecimal as they are.
    requireIssuableName(subject);
    return { ...requested, subject };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new EnrollmentInputError(`subject_dn is no distinguished name: ${error.message}`, { cause: error });
  }
}
