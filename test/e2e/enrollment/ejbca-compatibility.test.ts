/** Clients that were written for EJBCA and send what its parser takes: scalars of another type, and switches in any letter case. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefusal, ENROLL, MANAGEMENT_CA_DN, sharedServer } from '../support/ca-rest-setup.ts';
import { caSettings } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';

const CA_PATH = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}`;

describe('a client of EJBCA, with compatibility ejbca', () => {
  const shared = sharedServer({ compatibility: 'ejbca' });

  for (const [text, expected] of [
    ['true', true],
    ['False', false],
  ] as const)
    it(`may send a text for a boolean of the body: ${text}`, async () => {
      const { server } = shared;
      const body = newRequest({ username: `text ${text}`, subject: `CN=${text.length} ${text}` });
      const answer = await server.call(ENROLL, { body: { ...body, include_chain: text } });
      assert.equal(answer.status, 201, answer.text);
      assert.equal('certificate_chain' in answer.json, expected);
    });

  it('may send a number for a password, which is what is written', async () => {
    const { server } = shared;
    const body = newRequest({ username: 'number', subject: 'CN=number' });
    const rawBody = JSON.stringify({ ...body, password: 0 }).replace('"password":0', '"password":12345678901234567890');
    const headers = { 'content-type': 'application/json' };
    const answer = await server.call(ENROLL, { rawBody, headers, method: 'POST' });
    assert.equal(answer.status, 201, answer.text);
  });

  it('may send a number for an activation code, which is what is written', async () => {
    const { server } = shared;
    await server.administer('/documents/CRYPTOTOKEN/Numbered', { body: { settings: { type: 'SoftCryptoToken' } } });
    const headers = { 'content-type': 'application/json' };
    const put = async (act: string, rawBody: string) =>
      (await server.call(`/v1/cryptotoken/Numbered/${act}`, { method: 'PUT', rawBody, headers })).status;
    assert.equal(await put('activate', '{"activation_code": 123456.10}'), 200);
    assert.equal(await put('deactivate', ''), 200);
    assert.equal(await put('activate', '{"activation_code": "123456.1"}'), 422);
    assert.equal(await put('activate', '{"activation_code": "123456.10"}'), 200);
  });

  for (const value of ['true', 'True', 'TRUE', 'false', 'FALSE'])
    it(`may write a boolean of the query in any letter case: ${value}`, async () => {
      const { status, text } = await shared.server.call(`/v1/ca?includeExternal=${value}`);
      assert.equal(status, 200, text);
    });

  it('gets no null where there are no partitions', async () => {
    const { status, json } = await shared.server.call(`${CA_PATH}/createcrl`, { method: 'POST' });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json), ['issuer_dn', 'latest_crl_version', 'latest_delta_crl_version', 'all_success']);
  });
});

describe('a client of the documented interface', () => {
  const shared = sharedServer();

  it('is refused a scalar of another type', async () => {
    const body = { ...newRequest({ username: 'strict', subject: 'CN=strict' }), include_chain: 'false' };
    assertRefusal(await shared.server.call(ENROLL, { body }), 400, /'include_chain' must be boolean/);
  });

  for (const [group, version] of [
    ['v1/ca', '1.0'],
    ['v1/ca_management', '1.0'],
    ['v1/certificate', '1.0'],
    ['v2/certificate', '2.0'],
    ['v1/endentity', '1.0'],
    ['v2/endentity', '2.0'],
    ['v1/cryptotoken', '1.0'],
    ['v1/approval', '1.0'],
    ['v1/ssh', '1.0'],
  ] as const)
    it(`may ask without credentials whether there is ${group}`, async () => {
      const { status, json } = await shared.server.call(`/${group}/status`, { as: null });
      assert.deepEqual([status, json['status'], json['version']], [200, 'OK', version]);
      assert.match(json['revision'] as string, /^EJBCA \d+\.\d+/);
    });

  for (const path of ['/v1/approval/2147483648', '/v1/approval/2147483648/status'])
    it(`is refused with a number that no request has: ${path}`, async () => {
      assertRefusal(await shared.server.call(path), 400, /'request_id' must be <= 2147483647/);
    });

  it('sees no end of a CA that has no certificate', async () => {
    const { server } = shared;
    const made = await server.administer('/documents/CA/New', { body: { settings: caSettings('New') } });
    assert.equal(made.status, 201, made.text);
    const { json } = await server.call('/v1/ca');
    const found = (json['certificate_authorities'] as Record<string, unknown>[]).find(({ name }) => name === 'New');
    assert.deepEqual([found?.['subject_dn'], 'expiration_date' in found!], ['CN=New,O=Example', false]);
  });

  for (const algorithm of ['Ed25519', 'Ed448'])
    it(`needs no specification for a key of ${algorithm}`, async () => {
      const { server } = shared;
      const body = { key_pair_alias: `a ${algorithm}`, key_alg: algorithm };
      const answer = await server.call('/v1/cryptotoken/ManagementCA/generatekeys', { body });
      assert.equal(answer.status, 200, answer.text);
    });

  it('needs a specification for a key of RSA', async () => {
    const body = { key_pair_alias: 'rsa', key_alg: 'RSA' };
    assertRefusal(await shared.server.call('/v1/cryptotoken/ManagementCA/generatekeys', { body }), 422, /./);
  });

  for (const format of ['pem', 'Pem', 'PEM'])
    it(`may write the format of a certification request in any letter case: ${format}`, async () => {
      const body = { key_pair: 'GENERATE_NEW', response_format: format };
      const answer = await shared.server.call(`${CA_PATH}/generatecsr`, { method: 'PUT', body });
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.text, /BEGIN CERTIFICATE REQUEST/);
    });

  it('is told the formats of a certification request', async () => {
    const body = { key_pair: 'GENERATE_NEW', response_format: 'CER' };
    assertRefusal(
      await shared.server.call(`${CA_PATH}/generatecsr`, { method: 'PUT', body }),
      400,
      'Invalid input. Response format can only be DER or PEM',
    );
  });
});
