/** An enrollment with a request: what is asked for, and what comes of it. */
import {
  DistinguishedName,
  parseGeneralNames,
  PkiError,
  requireIssuableName,
  type SerialNumber,
  subjectAltName,
} from '@sealwright/pki';
import type { FieldDecisions } from '../../../profiles/index.ts';
import type { NamedValue, TokenType } from '../../end-entities/index.ts';
import { EnrollmentInputError } from '../../errors/index.ts';
import {
  type CertificateRequestType,
  type ProofChecks,
  readCertificateRequest,
  type RequestDemands,
  type RequestedCertificate,
  type RequestedValidity,
  requireIssuableNames,
} from '../../requests/index.ts';

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
  /** Instead of the request's own alternative names: text that `parseGeneralNames` reads, empty for none. */
  readonly subjectAltName?: string | undefined;
  /** Tells whether keys that are made for the end entity later are kept; undefined leaves that as it is. */
  readonly keyRecoverable?: boolean | undefined;
  /** The serial number of the certificate; the CA chooses it unless given. */
  readonly certificateSerialNumber?: SerialNumber | undefined;
  /** Kept with the end entity. */
  readonly extensionData: readonly NamedValue[];
  readonly customData: readonly NamedValue[];
}

/** A request for a certificate with a request that the holder of the key has made. */
export interface EnrollmentWithRequest extends EnrollmentOrder {
  /** PEM or base64 DER; of SPKAC also the lines of `openssl spkac`. */
  readonly certificateRequest: string;
  /** PKCS10 unless given. */
  readonly certificateRequestType?: CertificateRequestType | undefined;
}

/** A certificate of either kind. */
export interface CertificateOfEnrollment {
  readonly der: Uint8Array;
  /** The number that it is found under; of a card verifiable certificate its holder reference. */
  readonly serialNumber: SerialNumber;
}

/** The certificate with the chain above it: the issuing CA first, the root last. */
export interface EnrolledCertificate<Certificate extends CertificateOfEnrollment = CertificateOfEnrollment> {
  readonly outcome: 'issued';
  readonly certificate: Certificate;
  readonly chain: readonly Uint8Array[];
}

/** Reads the request of an enrollment: once, however often it is asked for. */
export type ReadRequest = () => Promise<RequestedCertificate>;

/**
 * Prepares the reading of the request, with what the caller says instead.
 *
 * @param checks - `macIsVerified` wherever the password is verified later, or not at all: a MAC in the request would tell whether it is right
 * @param decisions - told whose names and whose key these are
 */
export function requestOfEnrollment(
  enrollment: EnrollmentWithRequest,
  checks: Omit<ProofChecks, 'password'>,
  decisions?: FieldDecisions,
): ReadRequest {
  const { certificateRequest: text, certificateRequestType: type, password } = enrollment;
  let requested: RequestedCertificate | undefined;
  return async () => {
    const read = async () => readCertificateRequest({ text, type }, { ...checks, password });
    requested ??= requireIssuableNames(withNames(noting(await read(), decisions), enrollment, decisions));
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

/** Tells what the request asks for. Others may have the last word. */
export function noting(requested: RequestedCertificate, decisions: FieldDecisions | undefined): RequestedCertificate {
  decisions?.decide('subject', 'request');
  decisions?.decide('subjectPublicKeyInfo', 'request');
  for (const { oid } of requested.extensions) decisions?.askExtension(oid, 'request');
  return requested;
}

/** Returns the request with the names that are given instead of its own. @throws {@link EnrollmentInputError} */
function withNames(
  requested: RequestedCertificate,
  { subjectDn, subjectAltName: names }: Pick<EnrollmentOrder, 'subjectDn' | 'subjectAltName'>,
  decisions: FieldDecisions | undefined,
): RequestedCertificate {
  if (subjectDn !== undefined) decisions?.decide('subject', 'caller', 'subject_dn');
  if (names !== undefined) decisions?.askExtension(subjectAltName.oid, 'caller', 'subject_alt_name');
  return withAlternativeNames(withSubject(requested, subjectDn), names);
}

function withAlternativeNames(requested: RequestedCertificate, text: string | undefined): RequestedCertificate {
  if (text === undefined) return requested;
  try {
    const extensions = requested.extensions.filter(({ oid }) => oid !== subjectAltName.oid);
    return { ...requested, extensions, alternativeNames: parseGeneralNames(text) };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new EnrollmentInputError(`subject_alt_name cannot be read: ${error.message}`, { cause: error });
  }
}

function withSubject(requested: RequestedCertificate, subjectDn: string | undefined): RequestedCertificate {
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
