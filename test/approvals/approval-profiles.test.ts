import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { roleType } from '../../packages/server/src/modules/access/index.ts';
import { approvalProfileType } from '../../packages/server/src/modules/approvals/index.ts';
import { certificateProfileType } from '../../packages/server/src/modules/profiles/index.ts';
import { authorityType } from '../configuration/document-types.ts';
import { openConfiguration, type TestConfiguration } from '../configuration/open-configuration.ts';

const types = [authorityType, certificateProfileType, roleType, approvalProfileType];
const profile = (settings: object, name = 'Four eyes') =>
  ({ kind: 'create', type: 'APPROVALPROFILE', name, settings }) as const;
const partitioned = (...partitions: readonly object[]) => ({
  type: 'PARTITIONED_APPROVAL',
  steps: [{ stepIdentifier: 0, partitions }],
});
const withComponents = (...components: readonly object[]) => partitioned({ partitionIdentifier: 1, components });

let shared: TestConfiguration;
before(async () => {
  shared = await openConfiguration(types);
  await shared.apply({ kind: 'create', type: 'ROLE', name: 'Clerks', settings: {} });
});
after(() => shared[Symbol.asyncDispose]());

/** The problem that a document is refused with. */
async function problemOf(change: Parameters<TestConfiguration['planner']['plan']>[0][number]): Promise<string> {
  let message = '';
  await assert.rejects(shared.planner.plan([change]), (error: Error & { code: string }) => {
    assert.equal(error.code, 'document.invalid_settings');
    message = error.message;
    return true;
  });
  return message;
}

describe('approval profiles', () => {
  it('need one approval within eight hours unless they say otherwise', async () => {
    await shared.apply(profile({}, 'Default'));
    const { value } = await shared.configuration.get(approvalProfileType, 'Default');
    assert.deepEqual(value, {
      kind: 'accumulative',
      requestLifetimeSeconds: 28_800,
      steps: [
        {
          identifier: 0,
          partitions: [
            { identifier: 0, title: '', requiredApprovals: 1, approvers: 'anybody', viewers: [], properties: [] },
          ],
        },
      ],
    });
  });

  it('name roles, and have forms', async () => {
    const settings = partitioned({
      partitionIdentifier: -5,
      title: 'Check',
      canApprove: ['Clerks'],
      canView: ['Anybody'],
      components: [{ type: 'RADIO_GROUP', label: 'Risk', content: 'low', possibleChoices: ['low', 'high'] }],
    });
    await shared.apply(profile(settings, 'With roles'));
    const document = await shared.configuration.get(approvalProfileType, 'With roles');
    const { id } = await shared.configuration.get(roleType, 'Clerks');
    assert.deepEqual(document.value.steps[0]!.partitions[0], {
      identifier: -5,
      title: 'Check',
      requiredApprovals: 1,
      approvers: [id],
      viewers: 'anybody',
      properties: [{ label: 'Risk', type: 'RadioButton', preset: 'low', required: false, choices: ['low', 'high'] }],
    });
    const shown = (await shared.configuration.present(document)) as unknown as ReturnType<typeof partitioned>;
    assert.deepEqual((shown.steps[0]!.partitions[0] as { canApprove: unknown }).canApprove, ['Clerks']);
  });

  it('keep their roles from being removed', async () => {
    await shared.apply(profile(partitioned({ partitionIdentifier: 1, canApprove: ['Clerks'] }), 'Keeper'));
    await assert.rejects(shared.planner.plan([{ kind: 'remove', type: 'ROLE', name: 'Clerks' }]), {
      code: 'document.in_use',
    });
  });

  for (const [what, settings, problem] of [
    ['an invalid lifetime', { requestExpirationPeriod: 'soon' }, /'requestExpirationPeriod'/],
    ['no time at all', { requestExpirationPeriod: '0s' }, /more than 0s/],
    ['more than ten years', { requestExpirationPeriod: '11y' }, /at most 10y/],
    ['an extension before now', { maxExtensionTime: '-1d' }, /'maxExtensionTime'/],
    ['no approvals', { numberOfApprovalsRequired: 0 }, /'numberOfApprovalsRequired'/],
    [
      'steps where approvals are counted',
      { ...partitioned({ partitionIdentifier: 1 }), type: 'ACCUMULATIVE_APPROVAL' },
      /'steps'/,
    ],
    ['no steps where there have to be some', { type: 'PARTITIONED_APPROVAL' }, /at least one/],
    [
      'a partition twice',
      partitioned({ partitionIdentifier: 1 }, { partitionIdentifier: 1 }),
      /partitionIdentifier '1' twice/,
    ],
    [
      'a partition that nobody approves',
      partitioned({ partitionIdentifier: 1, canApprove: [] }),
      /nobody could approve/,
    ],
    ['a role that there is not', partitioned({ partitionIdentifier: 1, canApprove: ['Nobody'] }), /the ROLE 'Nobody'/],
    ['a label twice', withComponents({ label: 'A' }, { label: 'A' }), /label 'A' twice/],
    ['a choice of nothing', withComponents({ type: 'RADIO_GROUP', label: 'A' }), /possibleChoices/],
    ['choices in a text', withComponents({ label: 'A', possibleChoices: ['x'] }), /possibleChoices/],
    ['an invalid number', withComponents({ type: 'INTEGER', label: 'A', content: 'x' }), /not a value of a Number/],
    ['a number out of range', partitioned({ partitionIdentifier: 2 ** 31 }), /partitionIdentifier/],
    ['a member that is unknown', { approvers: 2 }, /approvers/],
  ] as const) {
    it(`are refused with ${what}`, async () => assert.match(await problemOf(profile(settings)), problem));
  }
});

describe('the approvals of a certificate profile', () => {
  const strict = (approvals: object, name = 'Strict') =>
    ({ kind: 'create', type: 'CERTPROFILE', name, settings: { keyUsage: ['digitalSignature'], approvals } }) as const;

  it('name approval profiles, which cannot be removed meanwhile', async () => {
    await shared.apply(profile({}, 'Named'));
    await shared.apply(strict({ revocation: 'Named' }));
    const document = await shared.configuration.get(certificateProfileType, 'Strict');
    const { id } = await shared.configuration.get(approvalProfileType, 'Named');
    assert.deepEqual(document.value.approvals, { revocation: id });
    assert.deepEqual((await shared.configuration.present(document))['approvals'], { revocation: 'Named' });
    await assert.rejects(shared.planner.plan([{ kind: 'remove', type: 'APPROVALPROFILE', name: 'Named' }]), {
      code: 'document.in_use',
    });
  });

  it('are refused for what is not asked approval for', async () => {
    await shared.apply(profile({}, 'Early'));
    const ssh = { kind: 'create', type: 'CERTPROFILE', name: 'Keys' } as const;
    const settings = { type: 'SSH', approvals: { addEditEndEntity: 'Early' } };
    assert.match(await problemOf({ ...ssh, settings }), /nothing here waits for; revocation can be/);
    assert.match(await problemOf(strict({ somethingElse: 'Early' }, 'Early')), /somethingElse/);
    assert.match(await problemOf(strict({ revocation: 'Nobody' }, 'Early')), /'Nobody', which does not exist/);
  });
});
