import { untilCallerIsGone } from '../../../interface/index.ts';
import { type Static, Type } from 'typebox';
import type { CertificateSearchOrder, SearchedCertificate } from '../../../../modules/ra/index.ts';
import { CRITERIA_MEMBER, readCertificateCriteria } from '../../certificate-criteria.ts';
import { InvalidInputError } from '../../errors.ts';
import { readSortOrder } from '../../sort-order.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { PAGE_END, PageAfter } from '../../page-position.ts';
import { Absentable, errorResponses } from '../../schemas.ts';
import { requireCriterionMembers } from '../../search-criterion.ts';
import { formatSerialNumber } from '../../serial-number.ts';
import { doubleBase64, MOST_CERTIFICATES } from './search-certificates.ts';

/** `POST /v2/certificate/search`: a page of the certificates that fit, in an order, or how many there are. */
export function searchCertificatesV2({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v2/certificate/search',
    {
      ...operation(
        'v2.certificate.search',
        'Search for certificates, in pages and in an order',
        {
          description:
            'Without pagination, and with current_page -1: how many there are, exactly. Otherwise a page; pages that are asked for one after the other have no certificate twice. A full page has the header `X-Page-End`: with the same text as `X-Page-After`, the next page begins behind it whenever it is asked for, whatever its number. A search that takes longer than the server allows (10 seconds, unless set otherwise) is answered with 500 and no body.',
          headers: PageAfter,
          body: SearchRequest,
          response: { 200: SearchResponse, ...errorResponses(400, 403, 500) },
        },
        { level: 'any', service: 'REST Certificate Management V2' },
      ),
      attachValidation: true,
    },
    async (request, reply) => {
      const { criteria: given, pagination, sort } = readBody(request.body, request.validationError);
      const criteria = readCertificateCriteria(given);
      const paging = readPagination(pagination);
      const order = readSortOrder(sort, ORDERS);
      const { searchCertificates } = deps.ra;
      const after = request.headers['x-page-after'];
      const signal = untilCallerIsGone(reply);
      if (paging === undefined || paging.current_page === -1) {
        if (after !== undefined) throw new InvalidInputError(AFTER_WITHOUT_PAGE);
        const total = await searchCertificates.count(administrator(request), criteria, signal);
        return { certificates: [], pagination_summary: { ...paging, total_certs: total } };
      }
      const { page_size: pageSize, current_page: current } = paging;
      const page = { page: current - 1, pageSize, order, after, signal };
      const { certificates, end } = await searchCertificates.search(administrator(request), criteria, page);
      if (end !== undefined) void reply.header('x-page-end', end);
      const total = certificates.length === 0 ? {} : { total_certs: pageSize * (current - 1) + certificates.length };
      return { certificates: certificates.map(itemOf), pagination_summary: { ...paging, ...total } };
    },
  );
}

const AFTER_WITHOUT_PAGE =
  'X-Page-After goes with a page, and a number was asked for. Leave out the header, or give pagination with a current_page from 1 on.';

function readBody(body: unknown, refusal: Error | undefined): Static<typeof SearchRequest> {
  const { criteria } = (body ?? {}) as { readonly criteria?: unknown };
  if (criteria === undefined || criteria === null)
    throw new InvalidInputError('Invalid criteria value, can not be null.');
  requireCriterionMembers(criteria);
  if (refusal !== undefined) throw refusal;
  return body as Static<typeof SearchRequest>;
}

/** Returns the page that is given: no more certificates than one answer may have. */
function readPagination(given: Static<typeof SearchRequest>['pagination']) {
  if (given === undefined || given === null) return undefined;
  const { page_size: pageSize, current_page: current } = given;
  if (current < -1 || current === 0) throw new InvalidInputError('Current page must be greater 0.');
  if (pageSize < 1) throw new InvalidInputError('Page size must be greater 0.');
  return { page_size: Math.min(pageSize, MOST_CERTIFICATES), current_page: current };
}

function itemOf(found: SearchedCertificate): Static<typeof Item> {
  const { certificateProfile, endEntityProfile, der, revokedAt, invalidity, subjectKeyId } = found;
  return {
    fingerprint: found.sha1.toHex(),
    cAFingerprint: found.caSha1.toHex(),
    certificateProfileId: certificateProfile?.publicId ?? 0,
    endEntityProfileId: endEntityProfile?.publicId ?? 0,
    expireDate: found.notAfter * 1000,
    issuerDN: found.issuerDn ?? null,
    notBefore: found.notBefore * 1000,
    revocationDate: revokedAt === undefined ? -1 : revokedAt * 1000,
    revocationReason: found.revocationReason,
    serialNumber: formatSerialNumber(found.serialNumber),
    status: found.status,
    subjectAltName: found.subjectAltName ?? null,
    subjectDN: found.subjectDn,
    subjectKeyId: subjectKeyId?.toHex() ?? '',
    tag: null,
    type: found.type,
    udpateTime: found.updatedMs,
    username: found.username ?? null,
    base64Cert: der.length === 0 ? null : doubleBase64(der),
    certificateRequest: null,
    crlPartitionIndex: found.crlPartition,
    invalidity_date: invalidity === undefined ? null : invalidity * 1000,
    ...(certificateProfile === undefined ? {} : { certificateProfile: certificateProfile.name }),
    ...(endEntityProfile === undefined ? {} : { endEntityProfile: endEntityProfile.name }),
  };
}

const ORDERS: ReadonlyMap<string, CertificateSearchOrder['by']> = new Map([
  ['USERNAME', 'username'],
  ['ISSUER_DN', 'caId'],
  ['SUBJECT_DN', 'subjectDn'],
  ['EXTERNAL_ACCOUNT_BINDING_ID', 'accountBindingId'],
  ['END_ENTITY_PROFILE', 'endEntityProfileId'],
  ['CERTIFICATE_PROFILE', 'certificateProfileId'],
  ['STATUS', 'status'],
  ['TAG', 'tag'],
  ['TYPE', 'type'],
  ['UPDATE_TIME', 'updated'],
  ['ISSUED_DATE', 'issued'],
  ['EXPIRE_DATE', 'expires'],
  ['REVOCATION_DATE', 'revoked'],
]);

const Integer32 = (description: string) => Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1, description });
const Milliseconds = (description = '') =>
  Type.Integer({ description: `Milliseconds since 1970. ${description}`.trim() });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

const SearchRequest = Type.Object(
  {
    pagination: Absentable(
      Type.Object(
        {
          page_size: Integer32(`At least 1; more than ${MOST_CERTIFICATES} count as ${MOST_CERTIFICATES}.`),
          current_page: Integer32('Counted from 1; -1 asks how many certificates there are.'),
        },
        { title: 'Pagination' },
      ),
    ),
    sort: Absentable(
      Type.Object(
        {
          property: Absentable(
            Type.String({
              maxLength: 64,
              description: `${[...ORDERS.keys()].join(', ')}. Texts come by their first 200 characters, A to Z as a to z; profiles by their names.`,
            }),
          ),
          operation: Absentable(Type.String({ maxLength: 64, description: 'ASC or DESC.' })),
        },
        { title: 'SearchCertificateSortRestRequest' },
      ),
    ),
    ...CRITERIA_MEMBER,
  },
  { title: 'SearchCertificatesRestRequestV2' },
);

const Item = Type.Object(
  {
    fingerprint: Type.String({ description: 'SHA-1 of the certificate, lower-case hex.' }),
    cAFingerprint: Type.String({ description: 'SHA-1 of the CA certificate, lower-case hex.' }),
    certificateProfileId: Type.Integer({ description: '0 when there is none.' }),
    endEntityProfileId: Type.Integer({ description: '0 when there is none.' }),
    expireDate: Milliseconds(),
    issuerDN: Nullable(Type.String()),
    notBefore: Nullable(Milliseconds()),
    revocationDate: Milliseconds('-1 when it is not revoked.'),
    revocationReason: Type.Integer({ description: '-1 when it is not revoked.' }),
    serialNumber: Type.String({ description: 'Upper-case hex.' }),
    status: Type.Integer({
      description: '20 active, 21 its end was announced, 40 revoked, 60 revoked, ended and on no CRL any more.',
    }),
    subjectAltName: Nullable(Type.String()),
    subjectDN: Type.String(),
    subjectKeyId: Type.String({ description: 'Hex, or empty.' }),
    tag: Type.Null(),
    type: Type.Integer({ description: '1 of an end entity, 2 of a subordinate CA, 8 of a root.' }),
    // The interface has always spelled it so.
    udpateTime: Milliseconds(),
    username: Nullable(Type.String()),
    base64Cert: Nullable(Type.String({ format: 'byte', description: 'Base64 of the base64 of the DER.' })),
    certificateRequest: Type.Null({ description: 'Requests are not kept.' }),
    crlPartitionIndex: Nullable(Type.Integer({ description: '0 where CRLs have no partitions.' })),
    invalidity_date: Nullable(Milliseconds()),
    certificateProfile: Type.Optional(Type.String()),
    endEntityProfile: Type.Optional(Type.String()),
  },
  { title: 'CertificateRestResponseV2' },
);

const SearchResponse = Type.Object(
  {
    certificates: Type.Array(Item),
    pagination_summary: Type.Object(
      {
        page_size: Type.Optional(Type.Integer()),
        current_page: Type.Optional(Type.Integer()),
        total_certs: Type.Optional(
          Type.Integer({
            description:
              'Without a page, and with current_page -1: of all. With a page: up to its end; left out where it is empty.',
          }),
        ),
      },
      { title: 'PaginationSummary' },
    ),
  },
  { title: 'SearchCertificatesRestResponseV2', headers: PAGE_END },
);
