/** Jobs as operators see them: over the administration interface, and by `sealwright job list`. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { eventually } from '../../eventually.ts';
import { editCa, sharedServer, takeTokenOffline } from '../support/ca-rest-setup.ts';
import {
  createEscrowKey,
  createKeepingCa,
  createKeepingProfiles,
  keepNewKey,
} from '../support/setups/key-recovery-setup.ts';
import { newOfficer } from '../support/officers.ts';

interface Listed {
  readonly name: string;
  readonly purpose: string;
  readonly ca?: string;
  readonly state: string;
  readonly progress: Readonly<Record<string, number>>;
  readonly problem?: string;
  readonly created: string;
  readonly updated: string;
}

describe('jobs', () => {
  const shared = sharedServer();
  before(async () => {
    const { server } = shared;
    await createKeepingProfiles(server);
    await createKeepingCa(server, 'Keeping');
    await keepNewKey(server, 'Keeping', 'karin');
  });

  const listed = async (options = {}) => {
    const { status, json, text } = await shared.server.administer('/jobs', options);
    assert.equal(status, 200, text);
    return json['jobs'] as readonly Listed[];
  };
  const rewraps = async () => (await listed()).filter(({ name }) => name === 'rewrap-kept-keys');
  const cli = async (...args: readonly string[]) => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    const { code, out, error } = await run(['--server', server, '--home', home, 'job', 'list', ...args]);
    assert.equal(code, 0, error);
    return out;
  };

  it('are listed with what they have done, and with nothing else of their contents', async () => {
    const { server } = shared;
    await createEscrowKey(server, 'second escrow');
    await editCa(server, 'Keeping', { keyEncryptKey: 'second escrow' });
    await server.running.installation.background.scheduler.wake('rewrap-kept-keys');
    const [{ created, updated, ...job } = assert.fail('there is none'), ...others] = await rewraps();
    assert.deepEqual(others, []);
    assert.deepEqual(job, {
      name: 'rewrap-kept-keys',
      purpose: 'encrypt kept keys for the new escrow key',
      ca: 'Keeping',
      state: 'done',
      progress: { rewrapped: 1, failed: 0 },
    });
    assert.ok(Date.parse(created) <= Date.parse(updated), `${created} ${updated}`);
  });

  it('are shown by the command as a table and as JSON', async () => {
    const done = /^encrypt kept keys for the new escrow key +Keeping +done +1 rewrapped, 0 failed +\d{4}-\S+Z$/m;
    assert.match(await cli(), done);
    const { jobs } = JSON.parse(await cli('--json')) as { readonly jobs: readonly Listed[] };
    const { progress } = jobs.find(({ name }) => name === 'rewrap-kept-keys')!;
    assert.deepEqual(progress, { rewrapped: 1, failed: 0 });
  });

  it('are for administrators who may view or edit services, and name only CAs that these have access to', async () => {
    const { server } = shared;
    const stranger = await newOfficer(server, 'Stranger', { '/ca/': 'ALLOW' });
    assert.equal((await server.administer('/jobs', { as: stranger })).status, 403);
    for (const right of ['view', 'edit']) {
      const as = await newOfficer(server, right, { [`/services/${right}/`]: 'ALLOW', '/ca/ManagementCA/': 'ALLOW' });
      const jobs = await listed({ as });
      assert.ok(jobs.some(({ name }) => name === 'rewrap-kept-keys'));
      assert.deepEqual(new Set(jobs.map(({ ca }) => ca)), new Set([undefined, 'ManagementCA']));
    }
  });

  it('say why they wait, to those who have access to the CA', async () => {
    const { server } = shared;
    const rules = { '/services/view/': 'ALLOW', '/ca/ManagementCA/': 'ALLOW' } as const;
    const stranger = await newOfficer(server, 'stranger to Keeping', rules);
    await createEscrowKey(server, 'third escrow');
    await takeTokenOffline(server);
    await editCa(server, 'Keeping', { keyEncryptKey: 'third escrow' });
    void server.running.installation.background.scheduler.wake('rewrap-kept-keys');
    const [job] = await eventually('a problem', async () => {
      const open = (await rewraps()).filter(({ problem }) => problem !== undefined);
      return open.length === 1 ? open : undefined;
    });
    assert.equal(job!.problem, 'Device was unavailable.');
    assert.deepEqual([job!.ca, job!.progress], ['Keeping', { rewrapped: 0, failed: 0 }]);
    const hidden = (await listed({ as: stranger })).filter(({ problem }) => problem !== undefined);
    assert.deepEqual(
      hidden.map(({ name, ca, problem }) => [name, ca, problem]),
      [['rewrap-kept-keys', undefined, 'A step failed.']],
    );
    assert.match(
      await cli(),
      /^encrypt kept keys .* Keeping +(running|waiting) +0 rewrapped, 0 failed .*Device was unavailable\.$/m,
    );
  });
});
