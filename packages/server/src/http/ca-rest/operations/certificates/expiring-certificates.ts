import { Type } from 'typebox';
import { untilCallerIsGone } from '../../../interface/index.ts';
import { encodeBase64 } from '../../base64.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses } from '../../schemas.ts';
import { formatSerialNumber } from '../../serial-number.ts';
import { FoundCertificate, MOST_CERTIFICATES } from './search-certificates.ts';

/** `GET /v1/certificate/expire`: active certificates that end soon, the first to end first. */
export function expiringCertificates({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v1/certificate/expire',
    operation(
      'v1.certificate.expire',
      'Active certificates that end soon',
      {
        description: 'Needs the right to view certificates, and shows what a search shows.',
        querystring: Type.Object({
          days: Type.Optional(
            Type.Integer({ description: 'Required. Certificates that end within this number of days from now.' }),
          ),
          offset: Type.Optional(Type.Integer({ description: 'How many to leave out; 0 unless given.' })),
          maxNumberOfResults: Type.Optional(
            Type.Integer({
              description: `More than ${MOST_CERTIFICATES} count as ${MOST_CERTIFICATES}, which it is unless given.`,
            }),
          ),
        }),
        response: { 200: ExpiringResponse, ...errorResponses(403) },
      },
      { level: 'any', service: 'REST Certificate Management' },
    ),
    async (request, reply) => {
      const { days, offset = 0, maxNumberOfResults = MOST_CERTIFICATES } = request.query;
      if (days === undefined)
        throw new InvalidInputError('Invalid days, can not be null. Give a number of days from 0 on.');
      for (const [name, value] of Object.entries({ days, offset, maxNumberOfResults }))
        if (value < 0 || !Number.isSafeInteger(value))
          throw new InvalidInputError(`Invalid ${name}, ${value} can not be less than zero or more than 2^53.`);
      const limit = Math.min(maxNumberOfResults, MOST_CERTIFICATES);
      const { certificates, total } = await deps.ra.searchCertificates.expiring(administrator(request), {
        days,
        offset,
        limit,
        signal: untilCallerIsGone(reply),
      });
      const end = offset + certificates.length;
      return {
        pagination_rest_response_component: {
          more_results: total > end,
          next_offset: end,
          number_of_results: Math.max(0, total - end),
        },
        certificates_rest_response: {
          certificates: certificates.map(({ der, serialNumber }) => ({
            certificate: encodeBase64(der),
            serial_number: formatSerialNumber(serialNumber),
            response_format: 'DER' as const,
          })),
        },
      };
    },
  );
}

const ExpiringResponse = Type.Object(
  {
    pagination_rest_response_component: Type.Object(
      {
        more_results: Type.Boolean(),
        next_offset: Type.Integer({ description: 'For the next request.' }),
        number_of_results: Type.Integer({ description: 'How many are left after these.' }),
      },
      { title: 'PaginationRestResponseComponent' },
    ),
    certificates_rest_response: Type.Object(
      {
        certificates: Type.Array(FoundCertificate),
      },
      { title: 'CertificatesRestResponse' },
    ),
  },
  { title: 'ExpiringCertificatesRestResponse' },
);
