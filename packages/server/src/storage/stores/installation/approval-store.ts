import {
  APPROVAL_REQUEST_TYPES,
  APPROVAL_STATUSES,
  type ApprovalDecision,
  type ApprovalQuery,
  type ApprovalRequest,
  type ApprovalRequestType,
  type ApprovalStatus,
  type ApprovalStore,
  type InsertApprovalDecision,
  type InsertApprovalRequest,
  type ListedRequest,
  type UpdateApprovalRequest,
} from '../../../modules/approvals/index.ts';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { insertInto, type ParameterExpressions, type Schema, SqlStore, updateIn } from '../../sql/index.ts';

type PageKey = {
  status: number;
  createdFromMs: number;
  createdBeforeMs: number;
  expiresFromMs: number;
  expiresBeforeMs: number;
  afterMs: number;
  afterId: number;
  limit: number;
};

/** Requests for approval in the database. */
export class SqlApprovalStore extends SqlStore implements ApprovalStore {
  readonly #byPublicId = this.reads.prepareRead((kysely, given: ParameterExpressions<{ publicId: number }>) =>
    kysely.selectFrom('approval_request').selectAll().where('public_id', '=', given.publicId),
  );
  readonly #byOpenAct = this.reads.prepareRead((kysely, given: ParameterExpressions<{ actKey: string }>) =>
    kysely.selectFrom('approval_request').selectAll().where('open_act_key', '=', given.actKey),
  );
  readonly #page = this.reads.prepareRead((kysely, given: ParameterExpressions<PageKey>) =>
    kysely
      .selectFrom('approval_request')
      .select(LISTED_COLUMNS)
      .where('status', '=', given.status)
      .where('created_ms', '>=', given.createdFromMs)
      .where('created_ms', '<', given.createdBeforeMs)
      .where('expires_ms', '>=', given.expiresFromMs)
      .where('expires_ms', '<', given.expiresBeforeMs)
      .where((build) => build(build.refTuple('created_ms', 'id'), '<', build.tuple(given.afterMs, given.afterId)))
      .orderBy('created_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(given.limit),
  );

  async findRequest(publicId: number): Promise<ApprovalRequest | undefined> {
    const row = await this.#byPublicId.first({ publicId });
    return row && requestOf(row);
  }

  async findOpenRequest(actKey: string): Promise<ApprovalRequest | undefined> {
    const row = await this.#byOpenAct.first({ actKey });
    return row && requestOf(row);
  }

  async listRequests({ status, after, ...bounds }: ApprovalQuery, limit: number): Promise<readonly ListedRequest[]> {
    const { createdMs: afterMs, id: afterId } = after ?? { createdMs: Number.MAX_SAFE_INTEGER, id: 0 };
    const rows = await this.#page.all({ ...bounds, status: APPROVAL_STATUSES[status], afterMs, afterId, limit });
    return rows.map(listedOf);
  }

  async listDecisions(requestIds: readonly number[]): Promise<readonly ApprovalDecision[]> {
    if (requestIds.length === 0) return [];
    const rows = await this.reads.kysely
      .selectFrom('approval_decision')
      .selectAll()
      .where('request_id', 'in', requestIds)
      .orderBy('time_ms')
      .orderBy('id')
      .execute();
    return rows.map(decisionOf);
  }
}

function requestOf(row: Schema['approval_request']): ApprovalRequest {
  return { ...listedOf(row), act: JSON.parse(row.act) as JsonObject };
}

function listedOf(row: ListedRow): ListedRequest {
  return {
    id: row.id,
    publicId: row.public_id,
    type: typeOf(row.type),
    status: statusOf(row.status),
    actKey: row.act_key,
    caId: row.ca_id,
    endEntityProfileId: row.end_entity_profile_id ?? undefined,
    requester: {
      identity: row.requester_identity,
      name: row.requester_name,
      certificate: row.requester_certificate,
      issuerCaId: row.requester_issuer_ca_id,
      remoteAddress: row.requester_address,
    },
    profile: JSON.parse(row.profile) as ApprovalRequest['profile'],
    shown: JSON.parse(row.shown) as ApprovalRequest['shown'],
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    version: row.version,
  };
}

function decisionOf(row: Schema['approval_decision']): ApprovalDecision {
  return {
    id: row.id,
    requestId: row.request_id,
    stepIdentifier: row.step_identifier,
    partitionIdentifier: row.partition_identifier,
    approved: row.approved === 1,
    identity: row.identity,
    administrator: row.administrator,
    comment: row.comment,
    values: JSON.parse(row.property_values) as ApprovalDecision['values'],
    timeMs: row.time_ms,
    voter:
      row.voter_certificate === null || row.voter_issuer_ca_id === null
        ? undefined
        : { certificate: row.voter_certificate, issuerCaId: row.voter_issuer_ca_id },
  };
}

type ListedRow = Pick<Schema['approval_request'], (typeof LISTED_COLUMNS)[number]>;

/** All but `act`, which has a whole certification request in it, and the open key. */
const LISTED_COLUMNS = [
  'id',
  'public_id',
  'type',
  'status',
  'act_key',
  'ca_id',
  'end_entity_profile_id',
  'requester_identity',
  'requester_name',
  'requester_certificate',
  'requester_issuer_ca_id',
  'requester_address',
  'profile',
  'shown',
  'created_ms',
  'expires_ms',
  'version',
] as const;

function typeOf(code: number): ApprovalRequestType {
  for (const [type, about] of Object.entries(APPROVAL_REQUEST_TYPES))
    if (about.code === code) return type as ApprovalRequestType;
  throw new RangeError(`${code} is not a type of approval request`);
}

function statusOf(code: number): ApprovalStatus {
  for (const [status, number] of Object.entries(APPROVAL_STATUSES))
    if (number === code) return status as ApprovalStatus;
  throw new RangeError(`${code} is not a status of an approval request`);
}

/** Before the insertion: PostgreSQL runs the writes of a group in this order, and one request ends where the next one begins. */
const update = updateIn(
  'approval_request',
  'approval-request.update',
  { key: ['id'], expected: ['version'], set: ['status', 'open_act_key', 'act', 'version'] },
  ({ id, expectedVersion, status, openActKey, act }: UpdateApprovalRequest) => ({
    key: { id },
    expected: { version: expectedVersion },
    set: {
      status: APPROVAL_STATUSES[status],
      open_act_key: openActKey ?? null,
      act: JSON.stringify(act),
      version: expectedVersion + 1,
    },
  }),
);

const insert = insertInto('approval_request', 'approval-request.insert', ({ request }: InsertApprovalRequest) => ({
  id: request.id,
  public_id: request.publicId,
  type: APPROVAL_REQUEST_TYPES[request.type].code,
  status: APPROVAL_STATUSES[request.status],
  act_key: request.actKey,
  open_act_key: request.actKey,
  ca_id: request.caId,
  end_entity_profile_id: request.endEntityProfileId ?? null,
  requester_identity: request.requester.identity,
  requester_name: request.requester.name,
  requester_certificate: request.requester.certificate,
  requester_issuer_ca_id: request.requester.issuerCaId,
  requester_address: request.requester.remoteAddress,
  profile: JSON.stringify(request.profile),
  shown: JSON.stringify(request.shown),
  act: JSON.stringify(request.act),
  created_ms: request.createdMs,
  expires_ms: request.expiresMs,
  version: request.version,
}));

const insertDecision = insertInto(
  'approval_decision',
  'approval-decision.insert',
  ({ decision }: InsertApprovalDecision) => ({
    id: decision.id,
    request_id: decision.requestId,
    step_identifier: decision.stepIdentifier,
    partition_identifier: decision.partitionIdentifier,
    approved: decision.approved ? 1 : 0,
    identity: decision.identity,
    administrator: decision.administrator,
    comment: decision.comment,
    property_values: JSON.stringify(decision.values),
    time_ms: decision.timeMs,
    voter_certificate: decision.voter?.certificate ?? null,
    voter_issuer_ca_id: decision.voter?.issuerCaId ?? null,
  }),
);

/** The writes of approvals. */
export const approvalWriteDefinitions = [update, insert, insertDecision];
