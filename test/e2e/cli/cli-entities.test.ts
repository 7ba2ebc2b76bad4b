/** The commands for end entities against a server. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { createProfiles, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';

describe('sealwright entity', () => {
  const shared = sharedServer();
  before(async () => {
    await createProfiles(shared.server, 'Web', {});
    for (const [username, subject] of [
      ['web1', 'CN=web1'],
      ['web2', 'CN=web2'],
      ['WEB1', 'CN=other'],
    ] as const)
      await enroll(shared.server, requestUnder('Web', { username, subject }));
  });
  const cli = (...args: readonly string[]) => {
    const { home, running } = shared.server;
    return run(['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home, 'entity', ...args]);
  };
  const succeed = async (...args: readonly string[]) => {
    const { code, out, error } = await cli(...args);
    assert.equal(code, 0, error);
    return { out, error };
  };
  const listed = async (...args: readonly string[]) => {
    const { out } = await succeed('list', ...args, '--json');
    const { end_entities: found } = JSON.parse(out) as { end_entities: { username: string }[] };
    return found.map(({ username }) => username);
  };

  it('lists end entities by what they have in common', async () => {
    assert.match((await succeed('list')).out, /^web1 +GENERATED +USERGENERATED +CN=web1$/m);
    assert.deepEqual(await listed('--find', 'web', '--end-entity-profile', 'Web', 'EMPTY'), ['web1', 'web2', 'WEB1']);
    assert.deepEqual(await listed('--profile', 'Web', '--ca', 'ManagementCA', '--status', 'NEW'), []);
  });

  it('says that there are more than it lists', async () => {
    const { out, error } = await succeed('list', '--profile', 'Web', '--limit', '2');
    assert.doesNotMatch(out, /WEB1/);
    assert.match(error, /there are more than these 2/);
    assert.equal((await succeed('list', '--profile', 'Web', '--limit', '3')).error, '');
    assert.equal((await cli('list', '--limit', 'all')).code, 2);
  });

  it('shows the one of exactly that username', async () => {
    assert.match(
      (await succeed('show', 'web1')).out,
      /^username: web1\nsubject DN: CN=web1\nCA: ManagementCA\ncertificate profile: Web\nend entity profile: Web\nstatus: GENERATED\n/,
    );
    const { code, error } = await cli('show', 'Web1');
    assert.equal(code, 1);
    assert.match(error, /there is no end entity 'Web1', or none that you may see/);
  });

  it('says what a name is that the server does not know', async () => {
    const { code, error } = await cli('list', '--ca', 'Absent');
    assert.equal(code, 1);
    assert.match(error, /unknown CA/);
  });
});
