import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CaServer, run } from '../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
  server.intercept = ({ url }) => {
    if (url.includes('/documents/WORKER/'))
      return { status: 200, body: { ...WORKER, settings: { type: 'PROCESSABLE', properties: OWN_KEYSTORE } } };
    if (url.includes('/end-entities/')) return { status: 200, body: END_ENTITY };
    return { status: 200, body: { document: null, differences: [], problems: [], warnings: [], removed: 0 } };
  };
});
after(() => server.close());

const WORKER = {
  type: 'WORKER',
  name: 'W',
  namespace: '',
  id: 1,
  version: 1,
  built_in: false,
  usable: true,
  problems: [],
};
const OWN_KEYSTORE = {
  CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'org.signserver.server.cryptotokens.KeystoreInConfigCryptoToken',
};

const END_ENTITY = {
  username: 'alice',
  subject_dn: 'CN=alice',
  ca_name: 'CA',
  certificate_profile_name: 'P',
  end_entity_profile_name: 'P',
  token: 'P12',
  status: 'NEW',
  version: 1,
  has_password: false,
  key_recoverable: false,
  extension_data: [],
  custom_data: [],
  created: '2031-05-01T10:00:00.000Z',
  modified: '2031-05-01T10:00:00.000Z',
};

/** Commands that destroy something, and what they say. */
const DESTROYING: readonly (readonly [args: readonly string[], consequence: RegExp])[] = [
  [['ca', 'revoke', 'Old', '--reason', 'SUPERSEDED'], /ends the CA 'Old' for good and revokes every certificate/],
  [['config', 'remove', 'ca', 'Old'], /removes the CA 'Old'/],
  [['config', 'remove', 'cryptotoken', 'Keys'], /removes the crypto token 'Keys' for good, .* every key in it/],
  [['config', 'remove', 'worker', 'W'], /removes the worker 'W' with the keys in its keystore/],
  [['token', 'remove-key', 'Keys', 'signKey'], /destroys the key 'signKey' of 'Keys'/],
  [['worker', 'keys', 'remove', 'W', 'signKey'], /destroys the key 'signKey' of the worker 'W'/],
  [['entity', 'delete', 'alice'], /removes the end entity 'alice'; its certificates stay valid/],
  [
    ['entity', 'revoke', 'alice', '--reason', 'SUPERSEDED'],
    /revokes every certificate of the end entity 'alice' for good\./,
  ],
  [['entity', 'revoke', 'alice', '--reason', 'CERTIFICATE_HOLD', '--delete'], /for good, and removes it/],
  [['worker', 'remove', 'W'], /removes the worker 'W' with the keys in its keystore/],
  [['worker', 'archive', 'remove', 'W', '--before', '2030-01-01T00:00:00Z'], /has archived before 2030-01-01/],
];

describe('a command that destroys something', () => {
  const changes = () => server.requests.filter(({ method }) => method !== 'GET').length;
  const ask = async (args: readonly string[], answer: string | undefined) => {
    let asked = '';
    const askQuestion = async (prompt: string) => ((asked = prompt), answer);
    const result = await run(['--server', server.url, '--home', server.home, ...args], { askQuestion });
    return { ...result, asked };
  };

  for (const [args, consequence] of DESTROYING) {
    const name = args.slice(0, 3).join(' ');
    it(`refuses to go on where nobody can be asked, and says what to add: ${name}`, async () => {
      const before = changes();
      const { code, error } = await ask([...args, '--json'], undefined);
      assert.equal(code, 2);
      const { code: errorCode, message } = (JSON.parse(error) as { error: { code: string; message: string } }).error;
      assert.equal(errorCode, 'cli.not_confirmed');
      assert.match(message, consequence);
      assert.match(message, /add --yes/);
      assert.equal(changes(), before);
    });

    it(`asks a person, and goes on only when the answer is yes: ${name}`, async () => {
      const before = changes();
      const declined = await ask(args, '');
      assert.deepEqual([declined.code, changes()], [2, before]);
      assert.match(declined.asked, consequence);
      assert.match(declined.asked, /\[y\/N\] $/);
      await ask(args, 'y');
      assert.equal(changes(), before + 1);
    });

    it(`asks nobody with --yes: ${name}`, async () => {
      const before = changes();
      const { asked } = await ask([...args, '--yes'], undefined);
      assert.deepEqual([asked, changes()], ['', before + 1]);
    });
  }

  it('asks nobody about a document that can be made again', async () => {
    const { code, asked } = await ask(['config', 'remove', 'certprofile', 'Web'], undefined);
    assert.deepEqual([code, asked], [0, '']);
  });
});
