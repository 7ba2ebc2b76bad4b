/** An enrollment for a certificate of X.509: what is asked for, and what comes of it. */
import { DistinguishedName, PkiError, requireIssuableName } from '@sealwright/pki';
import type { IssuedCertificate } from '../../ca/index.ts';
import type { NamedValue } from '../end-entities/index.ts';
import { EnrollmentInputError } from '../errors.ts';
import {
  readCertificateRequest,
  type RequestedCertificate,
  requireIssuableNames,
  type VerifySignature,
} from '../requests/index.ts';

/** A request for a certificate, but for the key and the names. */
export interface EnrollmentOrder {
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
  /** Refuses the two above where the profile does not allow them; otherwise they are left out there. */
  readonly strictValidity?: boolean;
  /** Instead of the request's own subject; RFC 4514 text. */
  readonly subjectDn: string | undefined;
  /** Kept with the end entity. */
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** A request for a certificate with a PKCS#10 request. */
export interface Pkcs10Enrollment extends EnrollmentOrder {
  /** PEM or base64 DER. */
  readonly certificateRequest: string;
}

/** The certificate with the chain above it: the issuing CA first, the root last. */
export interface EnrolledCertificate {
  readonly outcome: 'issued';
  readonly certificate: IssuedCertificate;
  readonly chain: readonly Uint8Array[];
}

/** Reads the request of an enrollment: once, however often it is asked for. */
export type ReadRequest = () => Promise<RequestedCertificate>;

/** Prepares the reading of a PKCS#10 request, with what the caller says instead. */
export function pkcs10Request(enrollment: Pkcs10Enrollment, verify: VerifySignature): ReadRequest {
  let requested: RequestedCertificate | undefined;
  return async () => {
    requested ??= requireIssuableNames(
      withSubject(await readCertificateRequest(enrollment.certificateRequest, verify), enrollment),
    );
    return requested;
  };
}

function withSubject(requested: RequestedCertificate, { subjectDn }: Pkcs10Enrollment): RequestedCertificate {
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
