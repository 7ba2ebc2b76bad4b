import { Type } from 'typebox';
import type { SearchOrder } from '../../../../modules/ra/index.ts';
import { readSearch, SEARCH_MEMBERS, SearchEndEntitiesResponse, searchResponse } from '../../end-entity-search.ts';
import { InvalidInputError } from '../../errors.ts';
import { readSortOrder } from '../../sort-order.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { Absentable, errorResponses } from '../../schemas.ts';

/** `POST /v1/endentity/search`: the end entities that the caller may see, in the order in which they were made. */
export function searchEndEntities({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/endentity/search',
    {
      ...operation(
        'v1.endentity.search',
        'Search for end entities',
        { body: SearchRequest, response: { 200: SearchEndEntitiesResponse, ...errorResponses(400, 403) } },
        { level: 'any', service: 'REST End Entity Management' },
      ),
      attachValidation: true,
    },
    async (request) => {
      const { body, validationError } = request;
      const { pageSize, criteria } = readSearch(body, validationError);
      const page = { page: Math.max(0, body.current_page ?? 0), pageSize, order: undefined };
      return searchResponse(await deps.ra.searchEndEntities.search(administrator(request), criteria, page));
    },
  );
}

/** `POST /v2/endentity/search`: the same in an order. */
export function searchEndEntitiesV2({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v2/endentity/search',
    {
      ...operation(
        'v2.endentity.search',
        'Search for end entities, in an order',
        { body: SearchRequestV2, response: { 200: SearchEndEntitiesResponse, ...errorResponses(400, 403) } },
        { level: 'any', service: 'REST End Entity Management V2' },
      ),
      attachValidation: true,
    },
    async (request) => {
      const { body, validationError } = request;
      const { pageSize, criteria } = readSearch(body, validationError);
      const current = body.current_page ?? 0;
      if (current < 0)
        throw new InvalidInputError(`Invalid current page, ${current} can not be less than zero. The first page is 0.`);
      const page = { page: current, pageSize, order: readSortOrder(body.sort_operation, ORDERS) };
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
