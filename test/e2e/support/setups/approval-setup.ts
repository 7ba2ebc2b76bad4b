/** Acts that wait for approval, and administrators who ask for them and approve them. */
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { approvalProfileType } from '../../../../packages/server/src/modules/approvals/index.ts';
import { change } from '../administration.ts';
import { APPROVER_RULES, newOfficer } from '../officers.ts';
import type { Answer, ClientIdentity, TestServer } from '../test-server.ts';

/** Rules of somebody who asks for what others approve. */
const REQUESTER_RULES = {
  '/ca/': 'ALLOW',
  '/ca_functionality/activate_ca/': 'ALLOW',
  '/ra_functionality/revoke_end_entity/': 'ALLOW',
  '/endentityprofilesrules/': 'ALLOW',
} as const;

/** One who asks and two who approve; the super administrator is a fourth. */
export interface Officers {
  readonly requester: ClientIdentity;
  readonly first: ClientIdentity;
  readonly second: ClientIdentity;
}

/** Makes the officers. Their roles have the names of the officers. */
export async function newOfficers(server: TestServer): Promise<Officers> {
  return {
    requester: await newOfficer(server, 'requester', REQUESTER_RULES),
    first: await newOfficer(server, 'first', APPROVER_RULES),
    second: await newOfficer(server, 'second', APPROVER_RULES),
  };
}

/** Makes the officers of a shared server before the tests of the surrounding suite. */
export function officersOf(shared: { readonly server: TestServer }): Officers {
  let made: Officers | undefined;
  before(async () => {
    made = await newOfficers(shared.server);
  });
  return {
    get requester() {
      return made!.requester;
    },
    get first() {
      return made!.first;
    },
    get second() {
      return made!.second;
    },
  };
}

/** Makes an approval profile. */
export async function createApprovalProfile(
  { running: { installation } }: TestServer,
  name: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const create = { kind: 'create', type: approvalProfileType.token, name, settings } as const;
  await change(installation, 'APPROVAL_PROFILE_ADD', [create]);
}

/** The number of the request in an answer 202. */
export function requestIdOf({ status, text, json }: Answer): number {
  assert.equal(status, 202, text);
  const { request_id: requestId } = json;
  assert.ok(Number.isInteger(requestId) && (requestId as number) > 0 && (requestId as number) < 2 ** 31, text);
  return requestId as number;
}

/** Approves or rejects. */
export function decide(
  server: TestServer,
  requestId: number | string,
  as: ClientIdentity | null | undefined,
  body: unknown = { approve: true },
): Promise<Answer> {
  return server.call(`/v1/approval/${requestId}/process`, { body, ...(as === undefined ? {} : { as }) });
}

/** Returns the status of a request, as the super administrator sees it. */
export async function statusOf(server: TestServer, requestId: number): Promise<unknown> {
  const { status, json, text } = await server.call(`/v1/approval/${requestId}/status`);
  assert.equal(status, 200, text);
  assert.equal(json['request_id'], requestId);
  return json['status'];
}

/** Asserts members of an answer, others notwithstanding. */
export function assertMembers(json: Answer['json'], expected: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expected)) assert.equal(json[name], value, name);
}
