import { type Static, Type } from 'typebox';
import type { EnrollmentWithRequest } from '../../../../modules/ra/index.ts';
import { parsePlainDateTime } from '../../date-times.ts';
import { answerDryRun, dryRunSchema } from '../../dry-run.ts';
import { EnrollmentBody, enrollmentBody, readResponseFormat } from '../../enrollment-response.ts';
import { InvalidInputError } from '../../errors.ts';
import {
  IncludeChain,
  issuedStatus,
  Name,
  NamedValues,
  Password,
  readNamedValues,
  REQUEST_LIMIT_OCTETS,
  ResponseFormatText,
} from '../../enrollment-request.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { prefersStrictHandling } from '../../prefer.ts';
import { Absentable, errorResponses, PendingApprovalBody } from '../../schemas.ts';

/** `POST /v1/certificate/pkcs10enroll`: makes or edits the end entity and issues a certificate for the request's key. */
export function enrollPkcs10({ app, deps, operation, administrator }: OperationScope): void {
  const success = issuedStatus(deps.compatibility);
  app.post(
    '/v1/certificate/pkcs10enroll',
    {
      ...operation('v1.certificate.pkcs10enroll', {
        level: 'admin',
        service: 'REST Certificate Management',
        multilineMembers: ['certificate_request'],
      }),
      bodyLimit: REQUEST_LIMIT_OCTETS,
      schema: {
        summary: 'Enroll with a PKCS#10 request',
        tags: ['v1/certificate'],
        body: EnrollRequest,
        ...dryRunSchema(),
        response: {
          [success]: EnrollmentBody,
          202: PendingApprovalBody,
          ...errorResponses(400, 403, 404, 409, 413, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const format = readResponseFormat(body.response_format);
      const enrollment = readEnrollment(body, prefersStrictHandling(request.headers['prefer']));
      const { enrollPkcs10: useCase } = deps.ra;
      if (request.query.dryRun === true)
        return answerDryRun(reply, await useCase.dryRun(administrator(request), enrollment), request);
      const result = await useCase.enroll(administrator(request), enrollment);
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      return reply.code(success).send(enrollmentBody(result, format, body.include_chain ?? false));
    },
  );
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
    throw new InvalidInputError(`Invalid ${member}: '${text}' is no yyyy-MM-dd HH:mm:ss, such as 2031-05-01 10:00:00.`);
  return seconds;
}
