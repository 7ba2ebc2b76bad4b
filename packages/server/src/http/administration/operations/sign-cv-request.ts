import { formatDay } from '@sealwright/pki';
import { Type } from 'typebox';
import { BadCvRequestError } from '../../../modules/ca/index.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';

/** `POST /cvc/{ca_name}/certificaterequest`: issues a card verifiable certificate for a request. */
export function signCvRequest(scope: OperationScope): void {
  scope.app.post(
    '/cvc/:ca_name/certificaterequest',
    scope.operation(
      'cvc.certificateRequest',
      'Issue a card verifiable certificate',
      {
        params: Type.Object({ ca_name: Type.String({ maxLength: 255, description: 'Percent-encoded.' }) }),
        body: CvRequestBody,
        response: { 200: CvCertificateBody, ...errorResponses(400, 404, 409, 422, 503) },
      },
      { multilineMembers: ['certificate_request'] },
    ),
    async (request) => {
      const { certificate_request: certificateRequest, certificate_profile_name: certificateProfileName } =
        request.body;
      const { certificate, chain, serialNumber } = await scope.deps.ca.signCvRequest.sign(
        scope.administrator(request),
        {
          certificateAuthorityName: request.params.ca_name,
          certificateProfileName,
          certificateRequest,
          username: request.body.username,
          notAfter: endOfDay(request.body.expiration_date),
        },
      );
      return {
        certificate: certificate.der.toBase64(),
        certificate_chain: chain.map(({ der }) => der.toBase64()),
        holder_reference: certificate.holder.text,
        authority_reference: certificate.authority.text,
        effective_date: formatDay(certificate.effectiveDay),
        expiration_date: formatDay(certificate.expirationDay),
        serial_number: serialNumber,
      };
    },
  );
}

/** Returns the last second of a day. @throws {@link BadCvRequestError} for one that the calendar does not have */
function endOfDay(day: string | undefined): number | undefined {
  if (day === undefined) return undefined;
  const milliseconds = Date.parse(`${day}T23:59:59Z`);
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== day)
    throw new BadCvRequestError(`the expiration date ${day} is not a day.`);
  return milliseconds / 1000;
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
