/** An enrollment for a certificate of X.509: what is asked for, and what comes of it. */
import { DistinguishedName, PkiError, requireIssuableName } from '@sealwright/pki';
import type { IssuedCertificate } from '../../ca/index.ts';
import type { NamedValue, TokenType } from '../end-entities/index.ts';
import { EnrollmentInputError } from '../errors.ts';
import {
  type ProofChecks,
  readCertificateRequest,
  type RequestDemands,
  type RequestedCertificate,
  type RequestedValidity,
  requireIssuableNames,
  type X509RequestType,
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
  /** USERGENERATED unless given. */
  readonly tokenType?: TokenType;
  /** Kept with the end entity. */
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** A request for a certificate with a request that the holder of the key has made. */
export interface EnrollmentWithRequest extends EnrollmentOrder {
  /** PEM or base64 DER; of SPKAC also the lines of `openssl spkac`. */
  readonly certificateRequest: string;
  /** PKCS10 unless given. */
  readonly certificateRequestType?: X509RequestType | undefined;
}

/** The certificate with the chain above it: the issuing CA first, the root last. */
export interface EnrolledCertificate {
  readonly outcome: 'issued';
  readonly certificate: IssuedCertificate;
  readonly chain: readonly Uint8Array[];
}

/** Reads the request of an enrollment: once, however often it is asked for. */
export type ReadRequest = () => Promise<RequestedCertificate>;

/**
 * Prepares the reading of the request, with what the caller says instead.
 *
 * @param checks - `macIsVerified` wherever the password is verified later, or not at all: a MAC in the request would tell whether it is right
 */
export function requestOfEnrollment(
  enrollment: EnrollmentWithRequest,
  checks: Omit<ProofChecks, 'password'>,
): ReadRequest {
  const { certificateRequest: text, certificateRequestType: type, password } = enrollment;
  let requested: RequestedCertificate | undefined;
  return async () => {
    const read = async () => readCertificateRequest({ text, type }, { ...checks, password });
    requested ??= requireIssuableNames(withSubject(await read(), enrollment));
    return requested;
  };
}

/**
 * Returns the validity to ask the profile for: what the caller and the request ask for, each, so the later beginning and the earlier end.
 */
export function askedValidity(order: RequestedValidity, { validity }: RequestDemands): RequestedValidity {
  return {
    notBefore: chosen(Math.max, order.notBefore, validity?.notBefore),
    notAfter: chosen(Math.min, order.notAfter, validity?.notAfter),
  };
}

function chosen(choose: (...times: number[]) => number, ...times: readonly (number | undefined)[]): number | undefined {
  const given = times.filter((time) => time !== undefined);
  return given.length === 0 ? undefined : choose(...given);
}

function withSubject(requested: RequestedCertificate, { subjectDn }: EnrollmentWithRequest): RequestedCertificate {
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
