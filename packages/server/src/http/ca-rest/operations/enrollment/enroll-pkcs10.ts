import { type Static, Type } from 'typebox';
import type { EnrollmentWithRequest } from '../../../../modules/ra/index.ts';
import { parsePlainDateTime } from '../../date-times.ts';
import { readResponseFormat } from '../../enrollment-response.ts';
import { InvalidInputError } from '../../errors.ts';
import {
  IncludeChain,
  Name,
  NamedValues,
  Password,
  readNamedValues,
  ResponseFormatText,
} from '../../enrollment-request.ts';
import { addEnrollmentOperation } from './enrollment-operation.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { prefersStrictHandling } from '../../prefer.ts';
import { Absentable } from '../../schemas.ts';

/** `POST /v1/certificate/pkcs10enroll`: makes or edits the end entity and issues a certificate for the request's key. */
export function enrollPkcs10(scope: OperationScope): void {
  addEnrollmentOperation(scope, {
    path: '/v1/certificate/pkcs10enroll',
    id: 'v1.certificate.pkcs10enroll',
    summary: 'Enroll with a PKCS#10 request',
    body: EnrollRequest,
    read: (body, { headers }) => ({
      format: readResponseFormat(body.response_format),
      enrollment: readEnrollment(body, prefersStrictHandling(headers['prefer'])),
      includeChain: body.include_chain,
    }),
  });
}

const DateText = Type.String({
  maxLength: 64,
  description:
    'yyyy-MM-dd HH:mm:ss in UTC. A text of another form is ignored, and so is what the certificate profile does not allow; with the header `Prefer: handling=strict` both are refused.',
});
const EnrollRequest = Type.Object(
  {
    certificate_request: Type.String({ description: 'PEM or base64 DER.' }),
    certificate_profile_name: Name,
    end_entity_profile_name: Name,
    certificate_authority_name: Name,
    username: Name,
    password: Absentable(Password('Not given: a random one.')),
    account_binding_id: Absentable(Name),
    include_chain: IncludeChain,
    email: Absentable(Name),
    response_format: ResponseFormatText(),
    subject_dn: Absentable(Type.String({ maxLength: 4096, description: "Instead of the request's own subject." })),
    extension_data: NamedValues,
    custom_data: NamedValues,
    start_time: Absentable(DateText),
    end_time: Absentable(DateText),
  },
  { title: 'EnrollCertificateRestRequest' },
);

function readEnrollment(body: Static<typeof EnrollRequest>, strict: boolean): EnrollmentWithRequest {
  return {
    certificateRequest: body.certificate_request,
    certificateProfileName: body.certificate_profile_name,
    endEntityProfileName: body.end_entity_profile_name,
    certificateAuthorityName: body.certificate_authority_name,
    username: body.username,
    password: body.password ?? undefined,
    email: body.email ?? undefined,
    accountBindingId: body.account_binding_id ?? undefined,
    notBefore: readTime('start_time', body.start_time, strict),
    notAfter: readTime('end_time', body.end_time, strict),
    strictValidity: strict,
    subjectDn: body.subject_dn ?? undefined,
    extensionData: readNamedValues(body.extension_data),
    customData: readNamedValues(body.custom_data),
  };
}

/** cert-manager's issuer sends RFC 3339 here and expects it to be ignored. */
function readTime(member: string, text: string | null | undefined, strict: boolean): number | undefined {
  const seconds = parsePlainDateTime(text ?? '');
  if (strict && seconds === undefined && text !== null && text !== undefined)
    throw new InvalidInputError(
      `Invalid ${member}: '${text}' is not of the form yyyy-MM-dd HH:mm:ss, such as 2031-05-01 10:00:00.`,
    );
  return seconds;
}
