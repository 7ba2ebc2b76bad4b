import { type Static, Type } from 'typebox';
import type { EndEntityPage, SearchOrder } from '../../../../modules/ra/index.ts';
import type { ServiceName } from '../../../../kernel/service-names.ts';
import { readSearch, SEARCH_MEMBERS, SearchEndEntitiesResponse, searchResponse } from '../../end-entity-search.ts';
import { InvalidInputError } from '../../errors.ts';
import { readSortOrder } from '../../sort-order.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { Absentable, errorResponses } from '../../schemas.ts';

/** `POST /v1/endentity/search`: the end entities that the caller may see, in the order in which they were made. */
export function searchEndEntities(scope: OperationScope): void {
  addSearch(scope, 'v1', 'Search for end entities', 'REST End Entity Management', SearchRequest, (body) => ({
    page: Math.max(0, body.current_page ?? 0),
    order: undefined,
  }));
}

/** `POST /v2/endentity/search`: the same in an order. */
export function searchEndEntitiesV2(scope: OperationScope): void {
  const summary = 'Search for end entities, in an order';
  addSearch(scope, 'v2', summary, 'REST End Entity Management V2', SearchRequestV2, (body) => {
    const page = body.current_page ?? 0;
    if (page < 0)
      throw new InvalidInputError(`Invalid current page, ${page} can not be less than zero. The first page is 0.`);
    return { page, order: readSortOrder(body.sort_operation, ORDERS) };
  });
}

/** Adds a version of the search. @param readPage - reads which page is asked for, and its order */
function addSearch(
  { app, deps, operation, administrator }: OperationScope,
  version: 'v1' | 'v2',
  summary: string,
  service: ServiceName,
  body: typeof SearchRequest | typeof SearchRequestV2,
  readPage: (body: Static<typeof SearchRequestV2>) => Pick<EndEntityPage, 'page' | 'order'>,
): void {
  const schema = { body, response: { 200: SearchEndEntitiesResponse, ...errorResponses(400, 403) } };
  app.post(
    `/${version}/endentity/search`,
    { ...operation(`${version}.endentity.search`, summary, schema, { level: 'any', service }), attachValidation: true },
    async (request) => {
      const { pageSize, criteria } = readSearch(request.body, request.validationError);
      const page = { ...readPage(request.body), pageSize };
      return searchResponse(await deps.ra.searchEndEntities.search(administrator(request), criteria, page));
    },
  );
}

const ORDERS: ReadonlyMap<string, SearchOrder> = new Map([
  ['USERNAME', 'username'],
  ['SUBJECT_DN', 'subjectDn'],
  ['SUBJECT_ALT_NAME', 'subjectAltName'],
  ['END_ENTITY_PROFILE', 'endEntityProfile'],
  ['CERTIFICATE_PROFILE', 'certificateProfile'],
  ['CA', 'certificateAuthority'],
  ['STATUS', 'status'],
  ['UPDATE_TIME', 'modifiedMs'],
  ['CREATED_TIME', 'createdMs'],
]);

const Page = Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1, description: 'Counted from 0.' });

const SearchRequest = Type.Object(
  { ...SEARCH_MEMBERS, current_page: Absentable(Page) },
  { title: 'SearchEndEntitiesRestRequest' },
);

const SearchRequestV2 = Type.Object(
  {
    ...SEARCH_MEMBERS,
    current_page: Absentable(Page),
    sort_operation: Absentable(
      Type.Object(
        {
          property: Absentable(
            Type.String({
              maxLength: 64,
              description:
                'USERNAME, SUBJECT_DN, SUBJECT_ALT_NAME, END_ENTITY_PROFILE, CERTIFICATE_PROFILE, CA, STATUS, UPDATE_TIME or CREATED_TIME. Up to the 100000th of the found.',
            }),
          ),
          operation: Absentable(Type.String({ maxLength: 64, description: 'ASC or DESC.' })),
        },
        { title: 'SearchEndEntitiesSortRestRequest' },
      ),
    ),
  },
  { title: 'SearchEndEntitiesRestRequestV2' },
);
