import { Type } from 'typebox';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';

/** `POST /cvc/{ca_name}/certificaterequest`: issues a card verifiable certificate for a request. */
export function signCvRequest(scope: OperationScope): void {
  scope.app.post(
    '/cvc/:ca_name/certificaterequest',
    {
      ...scope.operation('cvc.certificateRequest', { multilineMembers: ['certificate_request'] }),
      schema: {
        summary: 'Issue a card verifiable certificate',
        tags: ['cvc'],
        params: Type.Object({ ca_name: Type.String({ maxLength: 255, description: 'Percent-encoded.' }) }),
        body: CvRequestBody,
        response: { 200: CvCertificateBody, ...errorResponses(400, 404, 409, 422, 503) },
      },
    },
    async (request) => {
      const { certificate_request: certificateRequest, certificate_profile_name: certificateProfileName } =
        request.body;
      const issued = await scope.services.cvc.sign(scope.administrator(request), {
        certificateAuthorityName: request.params.ca_name,
        certificateProfileName,
        certificateRequest,
        username: request.body.username,
        lastDay: request.body.expiration_date,
      });
      return {
        certificate: issued.certificate.toBase64(),
        certificate_chain: issued.chain.map((der) => der.toBase64()),
        holder_reference: issued.holder,
        authority_reference: issued.authority,
        effective_date: issued.effectiveDate,
        expiration_date: issued.expirationDate,
        serial_number: issued.serialNumber,
      };
    },
  );
}

const CvRequestBody = Type.Object(
  {
    certificate_request: Type.String({
      minLength: 1,
      maxLength: 131_072,
      description: 'PEM or base64, with or without an outer signature (BSI TR-03110 part 3 C.2).',
    }),
    certificate_profile_name: Type.String({ minLength: 1, maxLength: 255 }),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Kept with the certificate.' })),
    expiration_date: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: 'The last day; counts where the profile lets callers choose, and shortens only.',
      }),
    ),
  },
  { additionalProperties: false, title: 'CvCertificateRequest' },
);

const CvCertificateBody = Type.Object(
  {
    certificate: Type.String({ description: 'Base64.' }),
    certificate_chain: Type.Array(Type.String(), {
      description: 'Base64: the certificate of the CA, that of its country verifying CA last.',
    }),
    holder_reference: Type.String(),
    authority_reference: Type.String(),
    effective_date: Type.String(),
    expiration_date: Type.String({ description: 'The last day of validity.' }),
    serial_number: Type.String({
      description: 'What the certificate is found under here: the holder reference in hex.',
    }),
  },
  { title: 'CvCertificate' },
);
