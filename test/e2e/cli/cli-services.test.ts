/** The commands for services against a server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { eventually } from '../../eventually.ts';
import { newOfficer } from '../support/officers.ts';

describe('sealwright service', () => {
  const shared = sharedServer();
  const cli = (...args: readonly string[]) => {
    const { home, running } = shared.server;
    return run(['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home, 'service', ...args]);
  };
  const succeed = async (...args: readonly string[]) => {
    const { code, out, error } = await cli(...args);
    assert.equal(code, 0, error);
    return out;
  };
  interface Listed {
    readonly name: string;
    readonly active?: boolean;
    readonly last_run?: { readonly outcome: string; readonly started: string };
    readonly next_run?: string;
  }
  const listed = async (name: string) => {
    const { services } = JSON.parse(await succeed('list', '--json')) as { services: Listed[] };
    return services.find((service) => service.name === name)!;
  };
  const make = async (name: string, settings: object) => {
    const body = { settings: { worker: 'ARCHIVE_RETENTION', active: false, ...settings } };
    const { status, text } = await shared.server.administer(`/documents/SERVICE/${name}`, { body });
    assert.equal(status, 201, text);
  };

  it('lists what each service does, and that one has never run', async () => {
    await make('Idle', { periodicalValue: 90, periodicalUnit: 'MINUTES' });
    assert.match(await succeed('list'), /^Idle +ARCHIVE_RETENTION +90 min +never +not active$/m);
    assert.match(await succeed('list'), /^CRL Updater +CRL_UPDATER +5 min /m);
  });

  it('shows the last run with its outcome after a service was told to run', async () => {
    shared.server.clock.advanceSeconds(2 * 86_400);
    assert.equal(await succeed('run', 'CRL Updater'), 'worked: CRL Updater\n');
    const { last_run: lastRun } = await listed('CRL Updater');
    assert.equal(lastRun!.outcome, 'worked');
    assert.match(lastRun!.started, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('says that there was nothing to do, with the exit code 1', async () => {
    const { code, error } = await cli('run', 'Idle');
    assert.equal(code, 1);
    assert.match(error, /The service 'Idle' has nothing to do/);
    assert.equal((await listed('Idle')).last_run!.outcome, 'nothing-to-do');
    assert.match(await succeed('list'), /^Idle .* nothing to do +not active$/m);
  });

  it('says that there is no such service', async () => {
    const { code, error } = await cli('run', 'Cleanup');
    assert.equal(code, 1);
    assert.match(error, /could not be found: Cleanup/);
  });

  it('shows when an active service runs next', async () => {
    await make('Soon', { active: true, periodicalValue: 1, periodicalUnit: 'DAYS' });
    const next = await eventually('its next run', async () => (await listed('Soon')).next_run);
    assert.ok(Date.parse(next) > Date.now() + 80_000_000);
  });

  it('is for callers who may view or edit services', async () => {
    const { server } = shared;
    const stranger = await newOfficer(server, 'Stranger', { '/ca/': 'ALLOW' });
    assert.equal((await server.administer('/services', { as: stranger })).status, 403);
    for (const right of ['view', 'edit']) {
      const officer = await newOfficer(server, right, { [`/services/${right}/`]: 'ALLOW' });
      assert.equal((await server.administer('/services', { as: officer })).status, 200);
    }
  });
});
