/** Bodies of searches for end entities: both versions share all but the order and the first page. */
import { type Static, Type } from 'typebox';
import type { EndEntityCriteria, FoundEndEntities, FoundEndEntity, SearchedStatus } from '../../modules/ra/index.ts';
import { END_ENTITY_STATUS, TOKEN_TYPE } from '../../modules/ra/index.ts';
import { parseIsoMoment } from './date-times.ts';
import { InvalidInputError } from './errors.ts';
import { BAD, readCriterion, requireCriterionMembers } from './search-criterion.ts';

const Criterion = Type.Object(
  {
    property: Type.String({
      maxLength: 64,
      description:
        'QUERY (at most one: username, subject or alternative name), END_ENTITY_PROFILE, CERTIFICATE_PROFILE, CA, STATUS, MODIFIED_BEFORE or MODIFIED_AFTER, in any letter case. Those of one property add up, but for the moments, of which each may be given once.',
    }),
    value: Type.String({ maxLength: 4096, description: 'Moments in ISO 8601.' }),
    operation: Type.String({
      maxLength: 64,
      description: 'EQUAL; of QUERY also LIKE, which finds what has the value in it. In any letter case.',
    }),
  },
  { title: 'SearchEndEntityCriteriaRestRequest' },
);

/** The members of a search that both versions have. */
export const SEARCH_MEMBERS = {
  max_number_of_results: Type.Integer({ description: '1 to 400.' }),
  criteria: Type.Array(Criterion, { maxItems: 1000, description: 'One at least.' }),
};

type Criterion = Static<typeof Criterion>;

const Extension = Type.Object(
  { name: Type.String(), value: Type.String() },
  { title: 'ExtendedInformationRestResponseComponent' },
);

export const SearchEndEntitiesResponse = Type.Object(
  {
    end_entities: Type.Array(
      Type.Object(
        {
          username: Type.String(),
          dn: Type.String(),
          subject_alt_name: Type.Optional(Type.String()),
          email: Type.Optional(Type.String()),
          status: Type.String(),
          token: Type.String({ description: 'The type of token; ? for one that has no name.' }),
          extension_data: Type.Array(Extension),
        },
        { title: 'EndEntityRestResponse' },
      ),
    ),
    more_results: Type.Boolean({ description: 'True when there are more after this page.' }),
  },
  { title: 'SearchEndEntitiesRestResponse' },
);

/**
 * Reads the size of a page and the criteria.
 *
 * @param body - as it came
 * @param refusal - of the check against the schema; thrown where the interface has no words of its own
 * @throws {@link InvalidInputError} in the words that clients know
 */
export function readSearch(
  body: unknown,
  refusal: Error | undefined,
): { readonly pageSize: number; readonly criteria: EndEntityCriteria } {
  const { max_number_of_results: size, criteria } = (body ?? {}) as Partial<
    Record<keyof typeof SEARCH_MEMBERS, unknown>
  >;
  if (size === undefined || size === null) throw new InvalidInputError(`${BAD_SIZE} can not be null.`);
  if (criteria === undefined || criteria === null) throw new InvalidInputError(`${BAD_CRITERIA} can not be null.`);
  requireCriterionMembers(criteria);
  if (refusal !== undefined) throw refusal;
  const [pageSize, given] = [size as number, criteria as readonly Criterion[]];
  if (pageSize <= 0) throw new InvalidInputError(`${BAD_SIZE} can not be less or equal to zero.`);
  if (pageSize > MOST_RESULTS) throw new InvalidInputError(`${BAD_SIZE} can not be more than ${MOST_RESULTS}.`);
  if (given.length === 0) throw new InvalidInputError(`${BAD_CRITERIA} can not be empty.`);
  return { pageSize, criteria: readCriteria(given) };
}

/** Makes the answer of a page. */
export function searchResponse({ endEntities, more }: FoundEndEntities): Static<typeof SearchEndEntitiesResponse> {
  return { end_entities: endEntities.map(endEntityBody), more_results: more };
}

function endEntityBody(endEntity: FoundEndEntity): Static<typeof SearchEndEntitiesResponse>['end_entities'][number] {
  const { username, subjectDn, subjectAltName, email, status, tokenType, extended } = endEntity;
  const { extensionData = {}, customData = {} } = extended;
  return {
    username,
    dn: subjectDn,
    ...(subjectAltName === undefined ? {} : { subject_alt_name: subjectAltName }),
    ...(email === undefined ? {} : { email }),
    status: nameOf(END_ENTITY_STATUS, status),
    token: nameOf(TOKEN_TYPE, tokenType),
    extension_data: [
      ...Object.entries(extensionData).map(([name, value]) => ({ name, value })),
      ...Object.entries(customData).map(([name, value]) => ({ name: `customdata_${name}`, value })),
    ],
  };
}

function nameOf(names: Readonly<Record<string, number>>, number: number): string {
  return Object.keys(names).find((name) => names[name] === number) ?? '?';
}

function readCriteria(given: readonly Criterion[]): EndEntityCriteria {
  const criteria = given.map((criterion) => readCriterion(criterion, TERMS));
  const of = (property: Property) => criteria.filter((one) => one.property === property);
  const values = (property: Property) => of(property).map(({ value }) => value);
  const once = (property: Property) => {
    const [first, second] = of(property);
    if (second !== undefined)
      throw new InvalidInputError(`${BAD} content, ${property} is given ${of(property).length} times; once is right.`);
    return first;
  };
  const query = once('QUERY');
  return {
    text: query && { operation: query.operation, value: query.value },
    endEntityProfileNames: values('END_ENTITY_PROFILE'),
    certificateProfileNames: values('CERTIFICATE_PROFILE'),
    certificateAuthorityNames: values('CA'),
    statuses: values('STATUS').map(readStatus),
    modifiedBeforeMs: readMoment(once('MODIFIED_BEFORE')?.value, 'modifiedBefore'),
    modifiedAfterMs: readMoment(once('MODIFIED_AFTER')?.value, 'modifiedAfter'),
  };
}

function operationsOf(property: Property): readonly [readonly Operation[], string] {
  return property === 'QUERY' ? [OPERATIONS, 'should be EQUAL or LIKE'] : [['EQUAL'], 'should be EQUAL'];
}

function readStatus(value: string): SearchedStatus {
  const status = STATUSES.find((one) => one === value.toUpperCase());
  if (status !== undefined) return status;
  throw new InvalidInputError(
    `${BAD} content, value does not contain end entity status: '${value}'. Should be one of ${STATUSES.join(', ')}.`,
  );
}

function readMoment(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  const moment = parseIsoMoment(value);
  if (moment === undefined)
    throw new InvalidInputError(
      `Invalid date format for ${name} value. '${value}' should be a moment such as 2031-05-01T10:00:00Z.`,
    );
  return moment;
}

type Property = (typeof PROPERTIES)[number];
type Operation = (typeof OPERATIONS)[number];

const PROPERTIES = [
  'QUERY',
  'END_ENTITY_PROFILE',
  'CERTIFICATE_PROFILE',
  'CA',
  'STATUS',
  'MODIFIED_BEFORE',
  'MODIFIED_AFTER',
] as const;
const OPERATIONS = ['EQUAL', 'LIKE'] as const;
const STATUSES = [
  ...(Object.keys(END_ENTITY_STATUS) as (keyof typeof END_ENTITY_STATUS)[]),
  'WAITINGFORADDAPPROVAL',
] as const;
const TERMS = { properties: PROPERTIES, operations: OPERATIONS, operationsOf };
const BAD_SIZE = 'Invalid maximum number of results,';
const BAD_CRITERIA = 'Invalid criteria value,';
const MOST_RESULTS = 400;
