/** CRLs of CAs that are off line for months: made to last until the CA is needed again, and watched meanwhile. */
import { Crl, crlNumber } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { newOfficer } from '../support/officers.ts';

describe('the CRL of a CA that goes off line', () => {
  const shared = sharedServer();
  const DAY = 86_400;
  const now = () => Math.floor(shared.server.clock.nowMs() / 1000);
  const moment = (seconds: number) => new Date(seconds * 1000).toISOString();
  const make = (name: string, body: object, options = {}) =>
    shared.server.administer(`/cas/${encodeURIComponent(name)}/crls`, { method: 'POST', body, ...options });
  const crlOf = async (name: string) => {
    const answer = await shared.server.fetchPlain(`/crls/${encodeURIComponent(name)}.crl`);
    return Crl.parse(new Uint8Array(await answer.arrayBuffer()));
  };
  const cli = (...args: readonly string[]) =>
    run(
      [
        '--server',
        shared.server.running.urls[0]!.replace('127.0.0.1', 'localhost'),
        '--home',
        shared.server.home,
        ...args,
      ],
      {
        now: () => shared.server.clock.nowMs(),
      },
    );

  it('lasts until the moment that is asked for, and is recorded', async () => {
    await createCa(shared.server, 'Vault', { validity: '10y' });
    const end = now() + 180 * DAY;
    const answer = await make('Vault', { valid_until: moment(end) });
    assert.deepEqual([answer.status, answer.json['crl_numbers']], [200, [{ partition: 0, number: 1 }]], answer.text);
    assert.equal((await crlOf('Vault')).nextUpdate, end);
    const record = auditRows(shared.server).findLast(({ event }) => event === 'CRL_CREATION');
    assert.equal(detailsOf(record!)['nextUpdate'], end);
  });

  it('is replaced as the settings say as long as the CA is on line', async () => {
    const { server } = shared;
    server.clock.advanceSeconds(DAY - 660);
    const due = () => server.call('/v1/system/service/CRL%20Updater/run', { method: 'PUT' });
    await due();
    assert.equal((await crlOf('Vault')).extension(crlNumber), 1n);
    server.clock.advanceSeconds(120);
    assert.equal((await due()).status, 200);
    assert.equal((await crlOf('Vault')).extension(crlNumber), 2n);
  });

  it('is made by the command', async () => {
    const end = moment(now() + 200 * DAY).replace(/\.\d+Z$/, 'Z');
    const made = await cli('crl', 'create', 'CN=Vault,O=Example', '--valid-until', end);
    assert.deepEqual([made.code, made.out], [0, 'newest CRL of CN=Vault,O=Example: 3\n'], made.error);
    assert.equal(moment((await crlOf('Vault')).nextUpdate!).replace('.000Z', 'Z'), end);
    assert.equal((await cli('crl', 'create', 'Vault', '--valid-until', end, '--delta')).code, 2);
    assert.equal((await cli('crl', 'create', 'Vault', '--valid-until', 'tomorrow')).code, 2);
  });

  it('does not end after the certificate of the CA, in the past, or where it is a delta CRL', async () => {
    const { notAfter } = await caOf(shared.server, 'Vault');
    const late = await make('Vault', { valid_until: moment(notAfter! + 1) });
    assert.deepEqual([late.status, /the certificate of the CA ends at/.test(late.text)], [422, true], late.text);
    assert.equal((await make('Vault', { valid_until: moment(notAfter!) })).status, 200);
    assert.equal((await make('Vault', { valid_until: moment(now() - 1) })).status, 422);
    assert.equal((await make('Vault', { valid_until: moment(now() + DAY), delta: true })).status, 422);
    for (const text of ['2031-05-01', 'soon', ''])
      assert.equal((await make('Vault', { valid_until: text })).status, 400, text);
    assert.equal((await make('Vault', { validUntil: moment(now() + DAY) })).status, 400, 'is not dropped');
  });

  it('is not made where the Baseline Requirements allow ten days', async () => {
    await createCa(shared.server, 'Above', { validity: '10y' });
    await createCa(shared.server, 'Public', {
      signedBy: 'Above',
      certificateProfile: 'SUBCA',
      crlBaselineRequirements: 'TLS',
    });
    const answer = await make('Public', { valid_until: moment(now() + 11 * DAY) });
    assert.deepEqual([answer.status, /ten days|10 days/.test(answer.text)], [422, true], answer.text);
    assert.equal((await make('Public', { valid_until: moment(now() + 9 * DAY) })).status, 200);
  });

  it('is made for those who may make CRLs of the CA, and of no CA that they may not see', async () => {
    const officer = await newOfficer(shared.server, 'Neither', { '/ca/ManagementCA/': 'ALLOW' });
    const body = { valid_until: moment(now() + DAY) };
    assert.equal((await make('Vault', body, { as: officer })).status, 403);
    const blind = await newOfficer(shared.server, 'Blind', { '/ca_functionality/create_crl/': 'ALLOW' });
    const [hidden, none] = [await make('Vault', body, { as: blind }), await make('None', body, { as: blind })];
    assert.deepEqual([hidden.status, hidden.text], [none.status, none.text.replaceAll('None', 'Vault')]);
  });

  it('is reported before it ends: in the list, by status, to operators and in metrics', async () => {
    const { server } = shared;
    const end = now() + 40 * DAY;
    await make('Vault', { valid_until: moment(end) });
    assert.equal((await server.administer('/cas/Vault/deactivate', { body: {} })).status, 200);
    const task = 'note-crl-ends';
    assert.doesNotMatch(await (await server.fetchOps('/metrics')).text(), /cas_without_crl/, 'nobody has looked yet');
    await server.running.installation.background.scheduler.wake(task);
    assert.match(
      await (await server.fetchOps('/metrics')).text(),
      new RegExp(`^sealwright_crl_next_update_timestamp_seconds\\{ca="Vault"\\} ${end}$`, 'm'),
    );
    const early = await cli('ca', 'list');
    assert.match(early.out, /^Vault .* OFFLINE /m);
    assert.doesNotMatch(early.error, /Vault' ends/);
    server.clock.advanceSeconds(15 * DAY);
    await server.running.installation.background.scheduler.wake(task);
    for (const command of [['ca', 'list'], ['status']]) {
      const { code, error } = await cli(...command);
      assert.equal(code, 0, error);
      assert.match(error, /the CRL of the CA 'Vault' ends at \S+Z, and the CA is off line/, command.join(' '));
    }
    const { checks } = (await (await server.fetchOps('/ready')).json()) as {
      checks: { name: string; note?: string }[];
    };
    assert.match(
      checks.find(({ name }) => name === 'CRLs')!.note!,
      /The CRL of CA 'Vault' ends at \S+Z, and the CA is off line\./,
    );
    server.clock.advanceSeconds(30 * DAY);
    assert.match((await cli('ca', 'list')).error, /the CRL of the CA 'Vault' has ended, at /);
  });

  it('of a CA without addresses is not found by relying parties, and list and status say so', async () => {
    const { server } = shared;
    await createCa(server, 'Silent');
    await createCa(server, 'Told', { crlDistributionPoints: ['http://pki.example/told.crl'] });
    for (const command of [['ca', 'list'], ['status']]) {
      const { error } = await cli(...command);
      assert.match(error, /certificates of the CAs .*'Silent'.* do not say where CRL and CA certificate are/);
      assert.doesNotMatch(error, /'Told'/);
    }
    await editCa(server, 'Silent', { caIssuerUris: ['http://pki.example/silent.crt'] });
    for (const command of [['ca', 'list'], ['status']]) assert.doesNotMatch((await cli(...command)).error, /'Silent'/);
  });
});
