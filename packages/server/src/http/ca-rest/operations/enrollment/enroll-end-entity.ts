import { type Static, Type } from 'typebox';
import {
  type EndEntityRegistration,
  type EnrollmentWithRequest,
  readCertificateRequestType,
} from '../../../../modules/ra/index.ts';
import { EndEntityRecord, invalidRecord, readEndEntityRecord, type RecordPlace } from '../../end-entity-record.ts';
import { answerDryRun, dryRunSchema } from '../../dry-run.ts';
import { EnrollmentBody, enrollmentBody, readResponseFormat, type ResponseFormat } from '../../enrollment-response.ts';
import { InvalidInputError } from '../../errors.ts';
import {
  IncludeChain,
  issuedStatus,
  REQUEST_LIMIT_OCTETS,
  REQUEST_TYPES,
  ResponseFormatText,
} from '../../enrollment-request.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { pendingApprovalBody } from '../../pending-approval.ts';
import { errorResponses, PendingApprovalBody } from '../../schemas.ts';

/** `POST /v1/certificate/enroll`: makes or edits the end entity of a whole record and issues a certificate for the request's key. */
export function enrollEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  const success = issuedStatus(deps.compatibility);
  app.post(
    '/v1/certificate/enroll',
    {
      ...operation('v1.certificate.enroll', {
        level: 'admin',
        service: 'REST Certificate Management',
        multilineMembers: ['certificate_request'],
        bigIntegers: true,
      }),
      bodyLimit: REQUEST_LIMIT_OCTETS,
      schema: {
        summary: 'Add or edit an end entity and enroll it with a request',
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
      const enrollment = readEnrollment(body);
      requireFormatFor(enrollment.certificateRequestType, format);
      const { enrollPkcs10: useCase } = deps.ra;
      if (request.query.dryRun === true)
        return answerDryRun(reply, await useCase.dryRun(administrator(request), enrollment), request);
      const result = await useCase.enroll(administrator(request), enrollment);
      if (result.outcome === 'pending-approval') return reply.code(202).send(pendingApprovalBody(result, request));
      return reply.code(success).send(enrollmentBody(result, format, body.include_chain ?? false));
    },
  );
}

const EnrollRequest = Type.Object(
  {
    certificate_request: Type.String({
      minLength: 1,
      description:
        'PEM or base64 DER. Its subject and names are ignored: those of the end entity count. The holder of a request in CVC has to be the subject.',
    }),
    certificate_request_type: Type.String({
      minLength: 1,
      maxLength: 64,
      description: REQUEST_TYPES,
    }),
    include_chain: IncludeChain,
    response_format: ResponseFormatText('DER or PKCS7, in any letter case; of a card verifiable certificate DER.'),
    end_entity: EndEntityRecord,
  },
  { title: 'EnrollCertificateWithEntityRestRequest' },
);

function readEnrollment({
  certificate_request: certificateRequest,
  certificate_request_type: typeText,
  end_entity: record,
}: Static<typeof EnrollRequest>): EnrollmentWithRequest {
  const type = readCertificateRequestType(typeText);
  const { startTime, endTime, status, token, ...registration } = readEndEntityRecord(record, PLACE);
  requireOwnKey(token, registration.keyRecoverable);
  if (status !== 'NEW') throw invalidRecord(PLACE, 'status has to be NEW: the end entity is enrolled at once.');
  return {
    ...registration,
    certificateRequest,
    certificateRequestType: type,
    notBefore: startTime,
    notAfter: endTime,
    strictValidity: true,
    // Those of the request are not asked for.
    subjectAltName: registration.subjectAltName ?? '',
  };
}

/** Refuses PKCS #7 for what it cannot hold. */
function requireFormatFor(type: EnrollmentWithRequest['certificateRequestType'], format: ResponseFormat): void {
  if (type === 'CVC' && format !== 'DER')
    throw new InvalidInputError(
      'Invalid input. Response format can only be DER for a card verifiable certificate: PKCS7 holds certificates of X.509.',
    );
}

/** Refuses a token that the server would make: the request has the key already. */
function requireOwnKey(token: EndEntityRegistration['token'], keyRecoverable: boolean | undefined): void {
  if (token !== 'USERGENERATED')
    throw invalidRecord(
      PLACE,
      `token ${token} is a keystore, and certificate_request has the key of the client. Give USERGENERATED, or enroll a keystore.`,
    );
  if (keyRecoverable === true)
    throw invalidRecord(
      PLACE,
      "key_recoverable has to be false: the private key is the client's own and cannot be kept here.",
    );
}

const PLACE: RecordPlace = { body: 'EnrollCertificateWithEntityRestRequest', path: 'end_entity.' };
