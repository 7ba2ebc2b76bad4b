import { AttributeType, DistinguishedName } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import type { ApprovalCriteria } from '../../../../modules/approvals/index.ts';
import { ApprovalStatusSchema } from '../../approval-bodies.ts';
import { formatDateTime, parseDay } from '../../date-times.ts';
import { InvalidInputError } from '../../errors.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { Absentable, errorResponses } from '../../schemas.ts';

/** `POST /v1/approval/search`: the requests that the caller sees, the newest first. */
export function searchApprovals({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/approval/search',
    {
      ...operation(
        'v1.approval.search',
        'Search for requests for approval',
        {
          description: 'At most 500 requests. Days begin and end in UTC. Without a body: all that the caller sees.',
          body: SearchRequest,
          response: { 200: SearchResponse, ...errorResponses(400, 403) },
        },
        { level: 'admin', service: 'REST Approval Management', optionalBody: true },
      ),
      // The framework's own check asks for a body.
      attachValidation: true,
    },
    async (request) => {
      const body = request.body as Static<typeof SearchRequest> | null | undefined;
      const isAbsent = body === undefined || body === null;
      if (isAbsent && deps.compatibility === 'ejbca') throw new InvalidInputError('Request body must not be null');
      if (!isAbsent && request.validationError !== undefined) throw request.validationError;
      const criteria = isAbsent ? EVERYTHING : criteriaOf(body);
      const found = await deps.approvals.searchApprovals.search(administrator(request), criteria);
      return {
        approvals: found.map((each) => ({
          request_id: each.requestId,
          request_date: formatDateTime(Math.floor(each.createdMs / 1000)),
          expiration_date: formatDateTime(Math.floor(each.expiresMs / 1000)),
          request_type: each.requestType,
          requested_by: commonNameOf(each.requestedBy),
          can_be_approved_by_me: each.canBeApprovedByMe,
          status: each.status,
        })),
      };
    },
  );
}

/** Returns what clients show of who asked; the whole subject where it has no common name. */
function commonNameOf(subject: string): string {
  return DistinguishedName.parse(subject).values(AttributeType.commonName)[0] ?? subject;
}

/** The steps stand in the order of their answers. */
function criteriaOf(body: Static<typeof SearchRequest>): ApprovalCriteria {
  requireAny(body);
  const createdFromMs = readDay(body.created_on_or_after, 'created_on_or_after');
  const lastDayMs = readDay(body.created_on_or_before, 'created_on_or_before');
  if (createdFromMs !== undefined && lastDayMs !== undefined && createdFromMs >= lastDayMs)
    throw new InvalidInputError('created_on_or_after must be before created_on_or_before');
  return {
    states: statesOf(body),
    createdFromMs,
    createdBeforeMs: lastDayMs === undefined ? undefined : lastDayMs + DAY_MS,
    expiresWithinMs: readDays(body.days_requests_expire_in),
    subjectDn: given(body.subject_dn),
    email: readEmail(body.email),
  };
}

function requireAny(body: Static<typeof SearchRequest>): void {
  const { searching_waiting: waiting, searching_processed: processed, searching_expired: expired, ...texts } = body;
  const named = [
    texts.created_on_or_after,
    texts.created_on_or_before,
    texts.days_requests_expire_in,
    texts.subject_dn,
    texts.email,
  ];
  if (waiting === true || processed === true || expired === true) return;
  if (named.every((text) => given(text) === undefined))
    throw new InvalidInputError('At least one search criteria must be set');
}

/** Returns the states that are searched; all of them when the body names none. */
function statesOf(body: Static<typeof SearchRequest>): ApprovalCriteria['states'] {
  const named = (['waiting', 'processed', 'expired'] as const).filter((state) => body[`searching_${state}`] === true);
  return named.length === 0 ? EVERYTHING.states : new Set(named);
}

function readDay(text: string | null | undefined, name: string): number | undefined {
  if (given(text) === undefined) return undefined;
  const day = parseDay(text!);
  if (day === undefined) throw new InvalidInputError(`Invalid ${name} '${text}'. Should be a day such as 2031-05-01.`);
  return day;
}

function readDays(text: string | null | undefined): number | undefined {
  if (given(text) === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text!))
    throw new InvalidInputError('Invalid days_requests_expire_in. Should be a number of days from 0 to 99999.');
  return Number(text) * DAY_MS;
}

function readEmail(text: string | null | undefined): string | undefined {
  const email = given(text);
  if (email !== undefined && !/^[A-Za-z0-9+_.-]+@.+$/.test(email)) throw new InvalidInputError('Invalid email format');
  return email;
}

/** An empty text says as much as none. */
function given(text: string | null | undefined): string | undefined {
  return text === null || text === '' ? undefined : text;
}

const EVERYTHING: ApprovalCriteria = {
  states: new Set(['waiting', 'processed', 'expired']),
  createdFromMs: undefined,
  createdBeforeMs: undefined,
  expiresWithinMs: undefined,
  subjectDn: undefined,
  email: undefined,
};
const DAY_MS = 86_400_000;

const Day = Type.String({ maxLength: 64, description: 'As 2031-05-01.' });

const SearchRequest = Type.Object(
  {
    searching_waiting: Absentable(Type.Boolean()),
    searching_processed: Absentable(Type.Boolean()),
    searching_expired: Absentable(Type.Boolean()),
    created_on_or_after: Absentable(Day),
    created_on_or_before: Absentable(Day),
    days_requests_expire_in: Absentable(
      Type.String({
        maxLength: 64,
        description: 'Only what waits for the caller and expires within this number of days.',
      }),
    ),
    subject_dn: Absentable(Type.String({ maxLength: 4096, description: 'A part of it, in any letter case.' })),
    email: Absentable(Type.String({ maxLength: 320, description: 'A part of it, in any letter case.' })),
  },
  { title: 'SearchApprovalRestRequest' },
);

const SearchResponse = Type.Object(
  {
    approvals: Type.Array(
      Type.Object(
        {
          request_id: Type.Integer(),
          request_date: Type.String({ format: 'date-time' }),
          expiration_date: Type.String({ format: 'date-time' }),
          request_type: Type.String(),
          requested_by: Type.String({ description: 'The common name of who asked, or their subject.' }),
          can_be_approved_by_me: Type.Boolean(),
          status: ApprovalStatusSchema,
        },
        { title: 'ApprovalSearchResultRestResponse' },
      ),
    ),
  },
  { title: 'SearchApprovalRestResponse' },
);
