/** Requests for approval and what was decided, on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConflictError, type Write } from '../../src/kernel/unit-of-work.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import type {
  ApprovalDecision,
  ApprovalQuery,
  ApprovalRequest,
  InsertApprovalDecision,
  InsertApprovalRequest,
  UpdateApprovalRequest,
} from '../../src/modules/approvals/index.ts';
import { ForgetVerifiers } from '../../src/modules/approvals/index.ts';
import { approvalWriteDefinitions, SqlApprovalStore } from '../../src/storage/stores/installation/approval-store.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeApprovals(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`requests for approval on ${kind}`, () => {
    let database: Database;
    let approvals: SqlApprovalStore;
    let lastId = 0;
    openForSuite(makeTemporary, approvalWriteDefinitions, (opened) => {
      database = opened;
      approvals = new SqlApprovalStore(database);
    });

    const requestOf = (changes: Partial<ApprovalRequest> = {}): ApprovalRequest => {
      const id = (lastId += 1);
      return {
        id,
        publicId: 1000 + id,
        type: 'REVOKE_CERTIFICATE',
        status: 'WAITING_FOR_APPROVAL',
        actKey: `act ${id}`,
        caId: 5,
        endEntityProfileId: 6,
        requester: {
          identity: '5:ab',
          name: 'CN=requester',
          certificate: Uint8Array.of(1, 2, 3),
          issuerCaId: 5,
          remoteAddress: '::1',
        },
        profile: { kind: 'accumulative', requestLifetimeSeconds: 60, steps: [] },
        shown: { subject_dn: 'CN=Ålice' },
        act: { serialNumber: '0A', reason: null },
        createdMs: 100,
        expiresMs: 200,
        version: 1,
        ...changes,
      };
    };
    const decisionOf = (request: ApprovalRequest, changes: Partial<ApprovalDecision> = {}): ApprovalDecision => ({
      id: (lastId += 1),
      requestId: request.id,
      stepIdentifier: 0,
      partitionIdentifier: -7,
      approved: true,
      identity: '5:cd',
      administrator: 'CN=first',
      comment: 'one\ntwo',
      values: { Ticket: 'RA-77' },
      timeMs: 150,
      voter: { certificate: Uint8Array.of(4, 5), issuerCaId: 5 },
      ...changes,
    });
    const commit = (...writes: readonly Write[]) => database.commit(unit(writes));
    const insert = (request: ApprovalRequest): InsertApprovalRequest => ({ op: 'approval-request.insert', request });
    const decide = (decision: ApprovalDecision): InsertApprovalDecision => ({
      op: 'approval-decision.insert',
      decision,
    });
    const update = (
      { id, act, version }: ApprovalRequest,
      status: ApprovalRequest['status'],
      openActKey?: string,
    ): UpdateApprovalRequest => ({
      op: 'approval-request.update',
      id,
      expectedVersion: version,
      status,
      openActKey,
      act,
    });
    const isConflict = (op: string, reason: string) => (error: unknown) =>
      error instanceof ConflictError && error.op === op && error.reason === reason;

    it('gives back a request as it was made', async () => {
      const request = requestOf();
      await commit(insert(request));
      assert.deepEqual(await approvals.findRequest(request.publicId), request);
      assert.deepEqual(await approvals.findOpenRequest(request.actKey), request);
      const other = requestOf({ type: 'ACTIVATE_CA', endEntityProfileId: undefined });
      await commit(insert(other));
      assert.deepEqual(await approvals.findRequest(other.publicId), other);
      assert.equal(await approvals.findRequest(1), undefined);
    });

    it('has one open request for an act, and any number that are decided', async () => {
      const first = requestOf({ actKey: 'one at a time' });
      const second = requestOf({ actKey: 'one at a time' });
      await commit(insert(first));
      await assert.rejects(commit(insert(second)), isConflict('approval-request.insert', 'exists'));
      await commit(update(first, 'EXPIRED'), insert(second));
      assert.equal((await approvals.findOpenRequest('one at a time'))?.id, second.id);
      assert.equal((await approvals.findRequest(first.publicId))?.status, 'EXPIRED');
      await commit(update(second, 'EXECUTED'));
      assert.equal(await approvals.findOpenRequest('one at a time'), undefined);
    });

    it('gives a number to one request only', async () => {
      const request = requestOf();
      await commit(insert(request));
      const same = requestOf({ publicId: request.publicId });
      await assert.rejects(commit(insert(same)), isConflict('approval-request.insert', 'exists'));
    });

    it('decides on a request as it is, or not at all', async () => {
      const request = requestOf();
      await commit(insert(request));
      await commit(decide(decisionOf(request)), update(request, 'WAITING_FOR_APPROVAL', request.actKey));
      const late = decisionOf(request, { identity: '5:ef' });
      await assert.rejects(
        commit(decide(late), update(request, 'EXECUTED')),
        isConflict('approval-request.update', 'changed'),
      );
      assert.equal((await approvals.listDecisions([request.id])).length, 1);
      const [stored] = await approvals.listRequests(queryFor('WAITING_FOR_APPROVAL'), 1000);
      assert.ok(stored !== undefined);
      assert.equal((await approvals.findRequest(request.publicId))?.version, 2);
    });

    it('takes one decision of a person on a partition of a step', async () => {
      const request = requestOf();
      await commit(insert(request), decide(decisionOf(request)));
      await assert.rejects(
        commit(decide(decisionOf(request, { approved: false }))),
        isConflict('approval-decision.insert', 'exists'),
      );
      const others = [{ identity: '5:ef' }, { partitionIdentifier: 8 }, { stepIdentifier: 1 }].map((changes) =>
        decisionOf(request, { ...changes, timeMs: 140 }),
      );
      await commit(...others.map(decide));
      const decisions = await approvals.listDecisions([request.id, 0]);
      assert.deepEqual(
        decisions.map(({ timeMs }) => timeMs),
        [140, 140, 140, 150],
      );
      assert.deepEqual(decisions.at(-1)?.values, { Ticket: 'RA-77' });
      assert.deepEqual(await approvals.listDecisions([]), []);
    });

    it('forgets password verifiers of requests that have ended, and of no others', async () => {
      const act = { passwordVerifier: 'scrypt$1$2$3', username: 'alice' };
      const without = { ...act, passwordVerifier: 'forgotten' };
      const [waiting, expired, executed] = [
        requestOf({ act, expiresMs: 1001 }),
        requestOf({ act, expiresMs: 999 }),
        requestOf({ act, status: 'EXECUTED' }),
      ];
      const withNone = requestOf({ act: { passwordVerifier: null }, status: 'EXPIRED' });
      await commit(...[waiting, expired, executed, withNone].map(insert));
      await commit(update(executed, 'EXECUTED'));
      let nowMs = 1000;
      const clock = { nowMs: () => nowMs };
      const forgetVerifiers = new ForgetVerifiers({ approvals, store: database, clock, random: systemRandom() });
      const { signal } = new AbortController();
      await forgetVerifiers.forget(AbortSignal.abort());
      assert.deepEqual((await approvals.findRequest(executed.publicId))?.act, act);
      await forgetVerifiers.forget(signal);
      const find = async ({ publicId }: ApprovalRequest) => (await approvals.findRequest(publicId))!;
      assert.deepEqual(await find(waiting), waiting);
      assert.deepEqual(await find(expired), { ...expired, act: without, version: 2 });
      assert.deepEqual(await find(executed), { ...executed, act: without, version: 3 });
      assert.deepEqual(await find(withNone), withNone);
      assert.equal((await approvals.findOpenRequest(expired.actKey))?.id, expired.id);
      assert.equal(await approvals.findOpenRequest(executed.actKey), undefined);
      nowMs = 1002;
      await forgetVerifiers.forget(signal);
      assert.deepEqual(await find(waiting), { ...waiting, act: without, version: 2 });
      assert.equal((await find(expired)).version, 2);
    });

    it('lists the newest first, page by page, within bounds', async () => {
      const made = [10, 20, 20, 30].map((createdMs) =>
        requestOf({ status: 'EXECUTION_DENIED', createdMs, expiresMs: createdMs + 5 }),
      );
      await commit(...made.map(insert));
      const query = queryFor('EXECUTION_DENIED');
      const ids = async (changes: Partial<ApprovalQuery>, limit = 10) =>
        (await approvals.listRequests({ ...query, ...changes }, limit)).map(({ id }) => id);
      const [a, b, c, d] = made.map(({ id }) => id);
      assert.deepEqual(await ids({}), [d, c, b, a]);
      const { act: _act, ...newest } = made.at(-1)!;
      assert.deepEqual((await approvals.listRequests(query, 1))[0], newest);
      assert.deepEqual(await ids({}, 2), [d, c]);
      assert.deepEqual(await ids({ after: made[2] }), [b, a]);
      assert.deepEqual(await ids({ createdFromMs: 20, createdBeforeMs: 30 }), [c, b]);
      assert.deepEqual(await ids({ expiresFromMs: 25, expiresBeforeMs: 35 }), [c, b]);
      assert.deepEqual(await ids({ status: 'EXECUTION_FAILED' }), []);
    });
  });
}

function queryFor(status: ApprovalRequest['status']): ApprovalQuery {
  return {
    status,
    createdFromMs: 0,
    createdBeforeMs: Number.MAX_SAFE_INTEGER,
    expiresFromMs: 0,
    expiresBeforeMs: Number.MAX_SAFE_INTEGER,
    after: undefined,
  };
}
