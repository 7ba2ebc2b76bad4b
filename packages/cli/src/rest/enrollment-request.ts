/** Requests for certificates to the CA interface: whose they are, and which operation takes them. */
import { formatMoment } from '../arguments/moment.ts';
import { type RestRequest, STRICT } from './rest-client.ts';

/** A request for a certificate. */
export type EnrollmentRequest = Pkcs10Enrollment | RecordEnrollment | PasswordEnrollment;

/** Both ends in seconds since 1970; obeyed or refused. */
interface AskedValidity {
  readonly notBefore: number | undefined;
  readonly notAfter: number | undefined;
}

/** An end entity that is made, or edited when it exists. */
interface Registration {
  readonly certificateAuthority: string;
  readonly username: string;
  readonly certificateProfile: string;
  readonly endEntityProfile: string;
  readonly email?: string | undefined;
  readonly validity: AskedValidity;
}

/** Request of `pkcs10enroll`, whose names are those of the certificate. */
interface Pkcs10Enrollment extends Registration {
  readonly by: 'pkcs10';
  /** PEM. */
  readonly certificateRequest: string;
  /** Instead of the request's own subject. */
  readonly subjectDn?: string | undefined;
}

/** Request of `enroll`, which brings the key only: the names are those of the record. */
interface RecordEnrollment extends Registration {
  readonly by: 'record';
  /** Base64. */
  readonly certificateRequest: string;
  readonly certificateRequestType: string;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
}

/** Request of `certificaterequest`: the end entity exists, and its password shows who asks. */
interface PasswordEnrollment {
  readonly by: 'password';
  readonly certificateAuthority: string;
  readonly username: string;
  readonly password: string;
  /** Base64, or PEM. */
  readonly certificateRequest: string;
  readonly certificateRequestType: string;
}

/** Makes the request as it is sent. */
export function restRequestOf(request: EnrollmentRequest): RestRequest {
  if (request.by === 'pkcs10') return pkcs10Enrollment(request);
  return request.by === 'record' ? recordEnrollment(request) : passwordEnrollment(request);
}

function pkcs10Enrollment(request: Pkcs10Enrollment): RestRequest {
  return {
    method: 'POST',
    path: '/v1/certificate/pkcs10enroll',
    headers: STRICT,
    body: {
      certificate_request: request.certificateRequest,
      certificate_profile_name: request.certificateProfile,
      end_entity_profile_name: request.endEntityProfile,
      certificate_authority_name: request.certificateAuthority,
      username: request.username,
      email: request.email,
      subject_dn: request.subjectDn,
      ...timesOf(request.validity),
      ...WITH_CHAIN,
    },
  };
}

function recordEnrollment(request: RecordEnrollment): RestRequest {
  const record = {
    username: request.username,
    subject_dn: request.subjectDn,
    subject_alt_name: request.subjectAltName,
    email: request.email,
    ca_name: request.certificateAuthority,
    certificate_profile_name: request.certificateProfile,
    end_entity_profile_name: request.endEntityProfile,
    token: 'USERGENERATED',
    ...timesOf(request.validity),
  };
  return {
    method: 'POST',
    path: '/v1/certificate/enroll',
    body: {
      certificate_request: request.certificateRequest,
      certificate_request_type: request.certificateRequestType,
      end_entity: record,
      ...WITH_CHAIN,
    },
  };
}

function passwordEnrollment(request: PasswordEnrollment): RestRequest {
  return {
    method: 'POST',
    path: '/v1/certificate/certificaterequest',
    body: {
      certificate_request: request.certificateRequest,
      certificate_request_type: request.certificateRequestType,
      username: request.username,
      password: request.password,
      certificate_authority_name: request.certificateAuthority,
      include_chain: true,
    },
  };
}

function timesOf({ notBefore, notAfter }: AskedValidity) {
  return { start_time: plainDateTime(notBefore), end_time: plainDateTime(notAfter) };
}

function plainDateTime(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : formatMoment(seconds).replace('T', ' ').replace('Z', '');
}

const WITH_CHAIN = { include_chain: true, response_format: 'DER' };
