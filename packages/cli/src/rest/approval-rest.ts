/** The operations of the CA REST interface on what waits for approval, with their shapes. */
import { JsonObject } from './json-object.ts';
import type { RestAnswer } from './rest-answer.ts';
import { OperationsOfBoth } from './rest-operations.ts';

/** A request in the list. Times are ISO 8601. */
export interface ApprovalSummary {
  readonly requestId: number;
  readonly requestType: string;
  readonly requestedBy: string;
  readonly status: string;
  readonly requestDate: string;
  readonly expirationDate: string;
  readonly canBeApprovedByMe: boolean;
}

/** Which requests; at least one of them. */
export interface ApprovalStates {
  readonly waiting: boolean;
  readonly processed: boolean;
  readonly expired: boolean;
}

/** A request. Texts are as the server wrote them. */
export interface ApprovalRequest {
  readonly requestId: string;
  readonly requestType: string;
  readonly status: string;
  readonly totalSteps: number;
  readonly performed: readonly ApprovalStep[];
  /** Undefined when nothing is left to decide, for the caller at least. */
  readonly next: ApprovalStep | undefined;
  /** As the server answered it. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface ApprovalStep {
  readonly number: number;
  readonly parts: readonly ApprovalPart[];
}

/** A partition of a step, or a decision where approvals are only counted. */
export interface ApprovalPart {
  readonly name: string | undefined;
  readonly identifier: number | undefined;
  /** Undefined while nobody has decided. */
  readonly decision:
    | { readonly action: string; readonly date: string; readonly admin: string; readonly comment: string | undefined }
    | undefined;
  readonly remainingApprovals: number | undefined;
  readonly properties: readonly {
    readonly label: string;
    readonly value: string;
    readonly type: string;
    /** Choices of a radio button; empty for a field that takes any value of its type. */
    readonly choices: readonly string[];
  }[];
}

/** Facts about a request from the administration interface. */
export interface ApprovalContext {
  /** The subject of who asked. */
  readonly requestedBy: string;
  /** The partitions that wait for the caller. */
  readonly decidable: readonly number[];
}

/** Decision on a request. */
export interface GivenDecision {
  readonly approve: boolean;
  readonly comment: string | undefined;
  /** Empty: the partition that is open for the caller. */
  readonly partitions: readonly {
    readonly identifier: number;
    readonly properties: readonly { readonly label: string; readonly value: string }[];
  }[];
}

/** Requests for approval on one server. Every method throws what `RestClient.send` throws. */
export class ApprovalRest extends OperationsOfBoth {
  /** The newest first. */
  async search({ waiting, processed, expired }: ApprovalStates): Promise<readonly ApprovalSummary[]> {
    const body = { searching_waiting: waiting, searching_processed: processed, searching_expired: expired };
    const answer = await this.client.send({ method: 'POST', path: '/v1/approval/search', body });
    return JsonObject.parse(answer).objects('approvals').map(summaryOf);
  }

  async get(requestId: string): Promise<ApprovalRequest> {
    return requestOf(await this.client.send({ method: 'GET', path: pathOf(requestId) }));
  }

  /** Reads what {@link get} does not return. */
  async context(requestId: string): Promise<ApprovalContext> {
    const path = `/approvals/${encodeURIComponent(requestId)}`;
    const body = JsonObject.parse(await this.administration.send({ method: 'GET', path }));
    return { requestedBy: body.text('requested_by'), decidable: body.integers('decidable_partitions') };
  }

  /** Approves or rejects, and gives the request as it is then. */
  async process(requestId: string, { approve, comment, partitions }: GivenDecision): Promise<ApprovalRequest> {
    const body = {
      approve,
      comment,
      approval_partitions: partitions.map(({ identifier, properties }) => ({
        partition_identifier: identifier,
        property_list: properties,
      })),
    };
    return requestOf(await this.client.send({ method: 'POST', path: `${pathOf(requestId)}/process`, body }));
  }
}

function summaryOf(body: JsonObject): ApprovalSummary {
  return {
    requestId: body.integer('request_id'),
    requestType: body.text('request_type'),
    requestedBy: body.text('requested_by'),
    status: body.text('status'),
    requestDate: body.text('request_date'),
    expirationDate: body.text('expiration_date'),
    canBeApprovedByMe: body.boolean('can_be_approved_by_me'),
  };
}

function requestOf(answer: RestAnswer): ApprovalRequest {
  const body = JsonObject.parse(answer);
  const next = body.optionalObject('next_step');
  return {
    requestId: body.text('request_id'),
    requestType: body.text('request_type'),
    status: body.text('status'),
    totalSteps: body.integer('total_steps'),
    performed: body.objects('performed_steps').map(stepOf),
    next: next && stepOf(next),
    json: body.members(),
  };
}

function stepOf(step: JsonObject): ApprovalStep {
  const list = step.value('partition_list') === undefined ? 'approval_list' : 'partition_list';
  return { number: step.integer('step_number'), parts: step.objects(list).map(partOf) };
}

function partOf(part: JsonObject): ApprovalPart {
  const action = part.optionalText('approval_action');
  return {
    name: part.optionalText('name'),
    identifier: part.optionalInteger('partition_identifier'),
    decision:
      action === undefined
        ? undefined
        : {
            action,
            date: part.text('approval_date'),
            admin: part.text('approval_admin'),
            comment: part.optionalText('approval_comment'),
          },
    remainingApprovals: part.optionalInteger('remaining_approvals'),
    properties:
      part.value('property_list') === undefined
        ? []
        : part.objects('property_list').map((property) => ({
            label: property.text('label'),
            value: property.text('value'),
            type: property.text('type'),
            choices: property.value('possible_values') === undefined ? [] : property.texts('possible_values'),
          })),
  };
}

function pathOf(requestId: string): string {
  return `/v1/approval/${encodeURIComponent(requestId)}`;
}
