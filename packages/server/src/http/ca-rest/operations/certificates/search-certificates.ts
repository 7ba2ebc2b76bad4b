import { untilCallerIsGone } from '../../../interface/index.ts';
import { type Static, Type } from 'typebox';
import type { SearchedCertificate } from '../../../../modules/ra/index.ts';
import { encodeBase64 } from '../../base64.ts';
import { CRITERIA_MEMBER, readCertificateCriteria } from '../../certificate-criteria.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { PAGE_END, PageAfter } from '../../page-position.ts';
import { errorResponses } from '../../schemas.ts';
import { requireCriterionMembers } from '../../search-criterion.ts';
import { formatSerialNumber } from '../../serial-number.ts';

/** `POST /v1/certificate/search`: certificates that fit, in the order in which they were made; without a header the first of them. */
export function searchCertificates({ app, deps, operation, administrator }: OperationScope): void {
  const isObject = deps.compatibility === 'ejbca';
  app.post(
    '/v1/certificate/search',
    {
      ...operation(
        'v1.certificate.search',
        'Search for certificates',
        {
          description:
            'Shows those of CAs that the caller has access to, under end entity profiles whose end entities they may view. With more results there is the header `X-Page-End`: with the same text as `X-Page-After`, the same search goes on behind them. A search that takes longer than the server allows (10 seconds, unless set otherwise) is answered with 500 and no body.',
          headers: PageAfter,
          body: SearchRequest,
          // In EJBCA's form it is the object alone.
          response: {
            200: (isObject
              ? { ...SearchResponse, headers: PAGE_END }
              : Type.Array(SearchResponse, { headers: PAGE_END })) as ReturnType<typeof responses>,
            ...errorResponses(400, 403),
          },
        },
        { level: 'any', service: 'REST Certificate Management' },
      ),
      attachValidation: true,
    },
    async (request, reply) => {
      const after = request.headers['x-page-after'];
      const { pageSize, given } = readBody(request.body, request.validationError);
      const criteria = readCertificateCriteria(given);
      const page = { page: 0, pageSize, order: undefined, after, signal: untilCallerIsGone(reply) };
      const { certificates, isFull, end } = await deps.ra.searchCertificates.search(
        administrator(request),
        criteria,
        page,
      );
      if (end !== undefined) void reply.header('x-page-end', end);
      const answer: Static<typeof SearchResponse> = {
        certificates: certificates.map(certificateBody),
        more_results: isFull,
      };
      return (isObject ? answer : [answer]) as Static<ReturnType<typeof responses>>;
    },
  );
}

function certificateBody(certificate: SearchedCertificate): Static<typeof FoundCertificate> {
  const { der, serialNumber, certificateProfile, endEntityProfile } = certificate;
  return {
    // Base64 of base64: clients know it so.
    ...(der.length === 0 ? {} : { certificate: doubleBase64(der) }),
    serial_number: formatSerialNumber(serialNumber),
    response_format: 'DER',
    ...(certificateProfile === undefined ? {} : { certificate_profile: certificateProfile.name }),
    ...(endEntityProfile === undefined ? {} : { end_entity_profile: endEntityProfile.name }),
  };
}

/** Encodes octets in base64, and the text of that again. */
export function doubleBase64(octets: Uint8Array): string {
  return Buffer.from(encodeBase64(octets), 'latin1').toString('base64');
}

/** Reads what has words of its own in this interface before the schema speaks. */
function readBody(body: unknown, refusal: Error | undefined) {
  const { max_number_of_results: size, criteria } = (body ?? {}) as Partial<
    Record<'max_number_of_results' | 'criteria', unknown>
  >;
  if (size === undefined || size === null) throw new InvalidInputError(`${BAD_SIZE} can not be null.`);
  if (criteria === undefined || criteria === null)
    throw new InvalidInputError('Invalid criteria value, can not be null.');
  requireCriterionMembers(criteria);
  if (refusal !== undefined) throw refusal;
  const { max_number_of_results: pageSize, criteria: given } = body as Static<typeof SearchRequest>;
  if (pageSize <= 0) throw new InvalidInputError(`${BAD_SIZE} can not be less or equal to zero.`);
  // The text has always said 400, whatever the limit is.
  if (pageSize > MOST_CERTIFICATES)
    throw new InvalidInputError(
      `${BAD_SIZE} can not be more than 400. This server takes as many as ${MOST_CERTIFICATES}.`,
    );
  return { pageSize, given };
}

/** The most certificates in one answer. */
export const MOST_CERTIFICATES = 500;
const BAD_SIZE = 'Invalid maximum number of results,';

const SearchRequest = Type.Object(
  { max_number_of_results: Type.Integer({ description: `1 to ${MOST_CERTIFICATES}.` }), ...CRITERIA_MEMBER },
  { title: 'SearchCertificatesRestRequest' },
);

/** A certificate in a list. */
export const FoundCertificate = Type.Object(
  {
    certificate: Type.Optional(
      Type.String({
        format: 'byte',
        description:
          'Base64 of the DER; in a search, of its base64. Left out where only the revocation of a certificate is known that was made elsewhere.',
      }),
    ),
    serial_number: Type.String({ description: 'Upper-case hex.' }),
    response_format: Type.Literal('DER'),
    certificate_profile: Type.Optional(Type.String({ description: 'In a search.' })),
    end_entity_profile: Type.Optional(Type.String({ description: 'In a search.' })),
  },
  { title: 'ListedCertificateRestResponse' },
);

const SearchResponse = Type.Object(
  {
    certificates: Type.Array(FoundCertificate),
    more_results: Type.Boolean({ description: 'True when as many as asked for were found.' }),
  },
  { title: 'SearchCertificatesRestResponse' },
);

function responses() {
  return Type.Array(SearchResponse);
}
