/** The answer of an operation that others have to approve first. */
import { JsonObject } from './json-object.ts';
import type { RestAnswer } from './rest-answer.ts';

/** The request waits until others have approved it. */
export interface PendingApproval {
  readonly outcome: 'pending-approval';
  readonly requestId: number;
  readonly info: string;
  readonly link: string | undefined;
}

/** Reads an answer of the status {@link PENDING}. */
export function pendingApproval(answer: RestAnswer): PendingApproval {
  const body = JsonObject.parse(answer);
  return {
    outcome: 'pending-approval',
    requestId: body.integer('request_id'),
    info: body.text('info_message'),
    link: body.optionalText('link'),
  };
}

/** Its status. */
export const PENDING = 202;
