import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApprovalPartition, ApprovalProfile } from './approval-profile.ts';
import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts';
import { checkDecision, type GivenDecision } from './check-decision.ts';
import { isPropertyValue } from './property-value.ts';

const NOW = 1000;
const APPROVE: GivenDecision = { approve: true, comment: '', partitions: undefined };

function partition(identifier: number, about: Partial<ApprovalPartition> = {}): ApprovalPartition {
  return { identifier, title: '', requiredApprovals: 1, approvers: 'anybody', viewers: [], properties: [], ...about };
}

function requestUnder(steps: ApprovalProfile['steps'], about: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id: 1,
    publicId: 2,
    type: 'ACTIVATE_CA',
    status: 'WAITING_FOR_APPROVAL',
    actKey: '',
    caId: 3,
    endEntityProfileId: undefined,
    requester: { identity: 'requester', name: '', certificate: new Uint8Array(), issuerCaId: 3, remoteAddress: '' },
    profile: { kind: 'partitioned', requestLifetimeSeconds: 1, steps },
    shown: {},
    act: {},
    createdMs: 0,
    expiresMs: NOW + 1,
    version: 1,
    ...about,
  };
}

function decision(stepIdentifier: number, partitionIdentifier: number, identity: string): ApprovalDecision {
  return {
    id: 1,
    requestId: 1,
    stepIdentifier,
    partitionIdentifier,
    approved: true,
    identity,
    administrator: identity,
    comment: '',
    values: {},
    timeMs: 0,
    voter: undefined,
  };
}

const by = (identity: string, ...roleIds: readonly number[]) => ({ identity, roleIds: new Set(roleIds) });
const oneStep = [{ identifier: 0, partitions: [partition(1)] }];
const check = (
  request: ApprovalRequest,
  decider = by('somebody'),
  { decisions = [] as ApprovalDecision[], given = APPROVE, now = NOW } = {},
) => checkDecision({ request, decisions }, given, decider, now);
const refusedAs = (code: string, act: () => unknown) => assert.throws(act, { code });

describe('a decision', () => {
  it('counts until the moment at which the request expires', () => {
    assert.equal(check(requestUnder(oneStep)).length, 1);
    refusedAs('approval.expired', () => check(requestUnder(oneStep), by('somebody'), { now: NOW + 1 }));
  });

  it('is refused for the first reason that clients know', () => {
    const own = by('requester');
    const decided = requestUnder(oneStep, { status: 'EXECUTED', expiresMs: 0 });
    refusedAs('approval.not_pending', () => check(decided, own));
    refusedAs('approval.expired', () => check(requestUnder(oneStep, { expiresMs: 0 }), own));
    const elsewhere = { ...APPROVE, partitions: [{ identifier: 9, properties: [] }] };
    refusedAs('approval.own_request', () => check(requestUnder(oneStep), own, { given: elsewhere }));
    refusedAs('approval.unknown_partition', () => check(requestUnder(oneStep), by('somebody'), { given: elsewhere }));
  });

  it('waits for the steps before', () => {
    const steps = [
      { identifier: 4, partitions: [partition(1, { approvers: [7] }), partition(2, { approvers: [8] })] },
      { identifier: 3, partitions: [partition(1, { approvers: [9] })] },
    ];
    const request = requestUnder(steps);
    refusedAs('approval.partition_not_permitted', () => check(request, by('last', 9)));
    const one = [decision(4, 1, 'first')];
    refusedAs('approval.partition_not_permitted', () => check(request, by('last', 9), { decisions: one }));
    const both = [...one, decision(4, 2, 'second')];
    const [checked] = check(request, by('last', 9), { decisions: both });
    assert.deepEqual([checked?.stepIdentifier, checked?.partition.identifier], [3, 1]);
  });

  it('is made once by each person, even where several are needed', () => {
    const counting = requestUnder([{ identifier: 0, partitions: [partition(0, { requiredApprovals: 2 })] }]);
    const decisions = [decision(0, 0, 'somebody')];
    refusedAs('approval.already_decided', () => check(counting, by('somebody'), { decisions }));
    assert.equal(check(counting, by('somebody else'), { decisions }).length, 1);
  });

  it('may be made by one person in several steps', () => {
    const steps = [1, 2].map((identifier) => ({ identifier, partitions: [partition(0)] }));
    assert.equal(check(requestUnder(steps), by('somebody'), { decisions: [decision(1, 0, 'somebody')] }).length, 1);
  });

  it('is asked for again where an earlier one does not count', () => {
    const counting = requestUnder([{ identifier: 0, partitions: [partition(0, { requiredApprovals: 1 })] }]);
    const decisions = [{ ...decision(0, 0, 'gone'), counts: false }];
    assert.equal(check(counting, by('somebody'), { decisions }).length, 1);
    refusedAs('approval.already_decided', () => check(counting, by('gone'), { decisions }));
  });

  it('fills in what is not given as it was preset', () => {
    const property = (label: string, preset = '') => ({ label, type: 'String', preset, choices: [] }) as const;
    const request = requestUnder([
      {
        identifier: 0,
        partitions: [partition(1, { properties: [property('A', 'a'), property('B'), property('C', 'c')] })],
      },
    ]);
    const properties = [
      { label: 'B', value: 'b' },
      { label: 'C', value: undefined },
    ];
    const given = { ...APPROVE, partitions: [{ identifier: 1, properties }] };
    assert.deepEqual(check(request, by('somebody'), { given })[0]?.values, { A: 'a', B: 'b', C: 'c' });
  });
});

describe('the value of a field', () => {
  for (const [type, good, bad] of [
    ['String', ['x', 'é'], ['a\nb', 'a\rb']],
    ['MultiLineString', ['a\nb'], []],
    ['Integer', ['0', '-2147483648', '2147483647'], ['2147483648', '1e3', '+1', ' 1', '1.0', 'x']],
    ['Long', ['9223372036854775807', '-9223372036854775808'], ['9223372036854775808', '99999999999999999999']],
    ['Boolean', ['true', 'false'], ['True', '1', 'yes']],
    ['RadioButton', ['low'], ['Low', 'other']],
    ['UrlString', ['https://example.com/x'], ['example.com', 'https://exa mple.com/', ' https://example.com']],
  ] as const) {
    it(`of the type ${type} is one of its kind, or empty`, () => {
      for (const value of ['', ...good]) assert.ok(isPropertyValue({ type, choices: ['low'] }, value), value);
      for (const value of bad) assert.ok(!isPropertyValue({ type, choices: ['low'] }, value), value);
    });
  }
});
