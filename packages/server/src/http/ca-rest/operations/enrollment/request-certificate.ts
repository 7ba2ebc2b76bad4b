import { Type } from 'typebox';
import { readCertificateRequestType } from '../../../../modules/ra/index.ts';
import { answerDryRun, dryRunSchema } from '../../dry-run.ts';
import { EnrollmentBody, enrollmentBody } from '../../enrollment-response.ts';
import {
  IncludeChain,
  issuedStatus,
  Name,
  Password,
  REQUEST_LIMIT_OCTETS,
  REQUEST_TYPES,
} from '../../enrollment-request.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { Absentable, errorResponses } from '../../schemas.ts';

/** `POST /v1/certificate/certificaterequest`: issues a certificate to an end entity that exists and shows its password. */
export function requestCertificate({ app, deps, operation, administrator }: OperationScope): void {
  const success = issuedStatus(deps.compatibility);
  app.post(
    '/v1/certificate/certificaterequest',
    {
      ...operation(
        'v1.certificate.certificaterequest',
        'Enroll an end entity by its password',
        {
          body: CertificateRequest,
          ...dryRunSchema(),
          response: {
            [success]: EnrollmentBody,
            ...errorResponses(400, 403, 404, 409, 413, 422, 429, 503),
          },
        },
        {
          level: 'admin',
          service: 'REST Certificate Management',
          multilineMembers: ['certificate_request'],
        },
      ),
      bodyLimit: REQUEST_LIMIT_OCTETS,
    },
    async (request, reply) => {
      const { body } = request;
      const type = readCertificateRequestType(body.certificate_request_type ?? undefined);
      const { enrollWithPassword: useCase } = deps.ra;
      const enrollment = {
        certificateRequest: body.certificate_request,
        certificateRequestType: type,
        username: body.username,
        password: body.password,
        certificateAuthorityName: body.certificate_authority_name,
      };
      if (request.query.dryRun === true)
        return answerDryRun(reply, await useCase.dryRun(administrator(request), enrollment), request);
      const enrolled = await useCase.enroll(administrator(request), enrollment);
      return reply.code(success).send(enrollmentBody(enrolled, 'DER', body.include_chain ?? false));
    },
  );
}

const CertificateRequest = Type.Object(
  {
    certificate_request: Type.String({
      description:
        'PEM or base64 DER. Its subject and names are ignored, but for the holder of a request in CVC, which has to be the subject.',
    }),
    certificate_request_type: Absentable(
      Type.String({
        maxLength: 64,
        default: 'PKCS10',
        description: REQUEST_TYPES,
      }),
    ),
    username: Name,
    password: Password('That of the end entity.'),
    certificate_authority_name: Name,
    include_chain: IncludeChain,
  },
  { title: 'CertificateRequestRestRequest' },
);
