/**
 * The crypto token operations of the CA REST interface, as tests that every kind of token has to pass: in software, or in a device.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { CallOptions, TestServer } from '../support/test-server.ts';

/** A kind of token: how a document of one is made, and what keys it can hold. */
export interface TokenKind {
  readonly title: string;
  readonly serverOptions?: Parameters<typeof sharedServer>[0];
  readonly surroundings?: Parameters<typeof sharedServer>[1];
  /**
   * The settings of a document for a token that no other document has, and the code that activates it. With `automatic` the token
   * has to open by itself.
   */
  newToken(
    automatic: boolean,
  ): Promise<{ readonly settings: Readonly<Record<string, unknown>>; readonly code: string }>;
  /** The keys that it makes, as `key_alg` and `key_spec`. */
  readonly keys: readonly (readonly [algorithm: string, specification: string])[];
  /** The number of wrong codes that may be tried. */
  readonly wrongCodes: number;
}

/** A token and its operations. */
interface TestToken {
  readonly name: string;
  readonly code: string;
  activate(code?: string, options?: CallOptions): ReturnType<TestServer['call']>;
  deactivate(): ReturnType<TestServer['call']>;
  generate(body: object): ReturnType<TestServer['call']>;
  remove(alias: string): ReturnType<TestServer['call']>;
  aliases(): Promise<readonly string[]>;
  state(): Promise<string>;
}

const EC = { key_alg: 'EC', key_spec: 'P-256' } as const;

/** Defines the tests. */
export function testCryptoTokens(kind: TokenKind): void {
  describe(`crypto token operations on ${kind.title}`, () => {
    const shared = sharedServer(kind.serverOptions, kind.surroundings);
    let made = 0;

    const newToken = async ({ automatic = false, active = true } = {}): Promise<TestToken> => {
      const { server } = shared;
      const name = `Token ${++made}`;
      const { settings, code } = await kind.newToken(automatic);
      const path = `/documents/CRYPTOTOKEN/${encodeURIComponent(name)}`;
      const document = await server.administer(path, { method: 'POST', body: { settings } });
      assert.equal(document.status, 201, document.text);
      const token = operationsOn(server, name, code);
      if (active && !automatic) assert.equal((await token.activate()).status, 200);
      return token;
    };

    it('activates with the right code, twice', async () => {
      const token = await newToken({ active: false });
      assert.equal(await token.state(), 'offline');
      const first = await token.activate();
      assert.equal(first.status, 200, first.text);
      assert.equal(first.text, '');
      assert.equal(await token.state(), 'active');
      assert.equal((await token.activate()).status, 200);
      assert.equal(await token.state(), 'active');
    });

    it('takes the code under any media type', async () => {
      const token = await newToken();
      const rawBody = JSON.stringify({ activation_code: token.code });
      for (const type of ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded']) {
        const answer = await token.activate('', { rawBody, headers: { 'content-type': type } });
        assert.equal(answer.status, 200, answer.text);
      }
      assertRefusal(await token.activate('', { rawBody: '{}' }), 400, /activation_code/);
      const refused = await token.activate('', { rawBody: 'code' });
      assert.deepEqual(
        [refused.status, refused.text],
        [400, 'The request body is not valid JSON. Check the JSON format.'],
      );
    });

    it('refuses a wrong code', async () => {
      const token = await newToken();
      assert.equal((await token.deactivate()).status, 200);
      for (let wrong = 0; wrong < kind.wrongCodes; wrong++) {
        assertRefusal(await token.activate('not the code'), 422, 'Invalid activation code');
      }
      assert.equal(await token.state(), 'offline');
      assert.equal((await token.activate()).status, 200);
    });

    it('does nothing with a token that there is not', async () => {
      const token = operationsOn(shared.server, 'No such token', 'x');
      const unknown = [422, 'Unknown crypto token'] as const;
      assertRefusal(await token.activate(), ...unknown);
      assertRefusal(await token.deactivate(), ...unknown);
      assertRefusal(await token.generate({ key_pair_alias: 'k', ...EC }), ...unknown);
      assertRefusal(await token.remove('k'), ...unknown);
    });

    it('deactivates, twice', async () => {
      const token = await newToken();
      const first = await token.deactivate();
      assert.equal(first.status, 200, first.text);
      assert.equal(first.text, '');
      assert.equal(await token.state(), 'offline');
      assert.equal((await token.deactivate()).status, 200);
    });

    it('reactivates by itself when its code is stored', async () => {
      const token = await newToken({ automatic: true });
      assert.equal((await token.deactivate()).status, 200);
      assert.equal(await token.state(), 'active');
      assert.equal((await token.generate({ key_pair_alias: 'k', ...EC })).status, 200);
    });

    describe('key pairs', () => {
      let token: TestToken;
      before(async () => {
        token = await newToken();
      });
      for (const [algorithm, specification] of kind.keys) {
        const alias = `${algorithm} ${specification}`.trim();
        it(`are made of ${alias}, and pass their test`, async () => {
          const body = { key_pair_alias: alias, key_alg: algorithm, key_spec: specification };
          const answer = await token.generate(body);
          assert.equal(answer.status, 200, answer.text);
          assert.equal(answer.text, '');
          assert.ok((await token.aliases()).includes(alias));
          const path = `/cryptotokens/${encodeURIComponent(token.name)}/keys/${encodeURIComponent(alias)}/test`;
          const test = await shared.server.administer(path, { method: 'POST' });
          assert.equal(test.status, 200, test.text);
        });
      }
    });

    it('makes no key pair of an alias in use, a bad alias, algorithm or specification', async () => {
      const token = await newToken();
      assert.equal((await token.generate({ key_pair_alias: 'used', ...EC })).status, 200);
      assertRefusal(await token.generate({ key_pair_alias: 'used', ...EC }), 422, /'used' is in use/);
      assertRefusal(await token.generate({ key_pair_alias: ' blank', ...EC }), 422, /alias/);
      const generate = async (key_alg: string, key_spec: string, more: object = {}) =>
        token.generate({ key_pair_alias: 'other', key_alg, key_spec, ...more });
      assertRefusal(await generate('ROT13', '13'), 422, /algorithm is not supported/);
      assertRefusal(await generate('DSA', '2048'), 422, /DSA keys are not made/);
      assertRefusal(await generate('RSA', '17'), 422, /specification '17'/);
      assertRefusal(await generate('EdDSA', ''), 422, /specification '' .* one of Ed25519, Ed448/);
      assertRefusal(await generate('EC', 'P-257'), 422, /P-257/);
      assertRefusal(await generate('Ed25519', 'P-256'), 422, /P-256/);
      assertRefusal(await generate('Ed25519', '', { key_usage: 'ENCRYPT' }), 422, /only sign/);
      assertRefusal(await generate('EC', 'P-256', { key_usage: 'EAT' }), 400, /key_usage/);
      assertRefusal(await token.generate({ key_alg: 'EC', key_spec: 'P-256' }), 400, /key_pair_alias/);
      assert.deepEqual(await token.aliases(), ['used']);
    });

    it('makes no key pair while the token is offline', async () => {
      const token = await newToken();
      assert.equal((await token.deactivate()).status, 200);
      assertRefusal(await token.generate({ key_pair_alias: 'k', ...EC }), 503, 'Device was unavailable.');
    });

    it('removes a key pair, and says so when there is none', async () => {
      const token = await newToken();
      for (const alias of ['one', 'tw/o']) {
        assert.equal((await token.generate({ key_pair_alias: alias, ...EC, key_usage: 'SIGN' })).status, 200);
      }
      const removed = await token.remove('tw/o');
      assert.equal(removed.status, 200, removed.text);
      assert.equal(removed.text, '');
      assert.deepEqual(await token.aliases(), ['one']);
      assertRefusal(await token.remove('tw/o'), 422, /no key pair with the alias 'tw\/o'/);
      assert.equal((await token.generate({ key_pair_alias: 'tw/o', ...EC })).status, 200);
    });

    it('removes no key pair while the token is offline', async () => {
      const token = await newToken();
      assert.equal((await token.generate({ key_pair_alias: 'k', ...EC })).status, 200);
      assert.equal((await token.deactivate()).status, 200);
      assertRefusal(await token.remove('k'), 422, 'Device was unavailable.');
      assert.deepEqual(await token.aliases(), ['k']);
    });

    it('makes one key pair of an alias, however many ask for it at once', async () => {
      const token = await newToken();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => token.generate({ key_pair_alias: 'one', ...EC })),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal(answers.filter(({ status }) => status === 422).length, 7);
      assert.deepEqual(await token.aliases(), ['one']);
    });

    it('records every act, done or refused', async () => {
      const token = await newToken();
      const before = auditRows(shared.server).length;
      await token.activate();
      await token.generate({ key_pair_alias: 'k', ...EC });
      await token.generate({ key_pair_alias: 'k', ...EC });
      await token.remove('k');
      await token.deactivate();
      await token.activate('not the code');
      const rows = auditRows(shared.server).slice(before);
      assert.deepEqual(
        rows.map(({ event, outcome }) => `${event} ${outcome}`),
        [
          'CRYPTOTOKEN_ACTIVATION VOID',
          'CRYPTOTOKEN_GEN_KEYPAIR SUCCESS',
          'CRYPTOTOKEN_GEN_KEYPAIR FAILURE',
          'CRYPTOTOKEN_DELETE_ENTRY SUCCESS',
          'CRYPTOTOKEN_DEACTIVATION SUCCESS',
          'CRYPTOTOKEN_ACTIVATION FAILURE',
        ],
      );
      assert.equal(detailsOf(rows[1]!)['alias'], 'k');
      assert.equal(detailsOf(rows[2]!)['refusal'], 'crypto_token.alias_in_use');
      assert.ok(rows.every(({ record }) => !record.includes(token.code) && !record.includes('not the code')));
      assert.ok(!shared.server.log.join('\n').includes(token.code));
    });

    it('records that an automatically activated token came back', async () => {
      const token = await newToken({ automatic: true });
      await token.deactivate();
      assert.deepEqual(
        auditRows(shared.server)
          .slice(-2)
          .map(({ event, outcome }) => `${event} ${outcome}`),
        ['CRYPTOTOKEN_DEACTIVATION SUCCESS', 'CRYPTOTOKEN_REACTIVATION VOID'],
      );
    });

    it('asks for the right of each operation on that token', async () => {
      const token = await newToken();
      await token.generate({ key_pair_alias: 'k', ...EC });
      const nobody = await newOfficer(shared.server, `${kind.title} nobody`, {});
      const path = `/v1/cryptotoken/${encodeURIComponent(token.name)}`;
      const call = async (operation: string, method: string, body?: object) =>
        shared.server.call(`${path}/${operation}`, { method, body, as: nobody });
      assertRefusal(await call('activate', 'PUT', { activation_code: token.code }), 403, /\/cryptotoken\/activate\//);
      assertRefusal(await call('deactivate', 'PUT'), 403, /\/cryptotoken\/deactivate\//);
      const body = { key_pair_alias: 'x', ...EC };
      assertRefusal(await call('generatekeys', 'POST', body), 403, /\/cryptotoken\/keys\/generate\//);
      assertRefusal(await call('k/removekeys', 'POST'), 403, /\/cryptotoken\/keys\/remove\//);
      assertRefusal(await shared.server.call(`${path}/deactivate`, { method: 'PUT', as: null }), 403, /certificate/);
    });
  });
}

function operationsOn(server: TestServer, name: string, code: string): TestToken {
  const path = `/v1/cryptotoken/${encodeURIComponent(name)}`;
  const read = async (target: string) => {
    const answer = await server.administer(`/cryptotokens/${encodeURIComponent(name)}${target}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  return {
    name,
    code,
    activate: (given = code, options = {}) =>
      server.call(`${path}/activate`, { method: 'PUT', body: { activation_code: given }, ...options }),
    deactivate: () => server.call(`${path}/deactivate`, { method: 'PUT' }),
    generate: (body) => server.call(`${path}/generatekeys`, { method: 'POST', body }),
    remove: (alias) => server.call(`${path}/${encodeURIComponent(alias)}/removekeys`, { method: 'POST' }),
    aliases: async () => ((await read('/keys'))['keys'] as { alias: string }[]).map(({ alias }) => alias),
    state: async () => (await read(''))['state'] as string,
  };
}
