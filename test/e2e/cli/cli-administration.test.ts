/** The commands for documents and crypto tokens against a server. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Certificate, parsePem } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';

describe('the command line', () => {
  const shared = sharedServer();
  const cli = async (args: readonly string[], input: { readonly piped?: string; readonly typed?: string } = {}) => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', server, '--home', home, ...args], {
      readInput: async () => Buffer.from(input.piped ?? ''),
      askSecret: async () => input.typed,
    });
  };
  const succeed = async (...given: Parameters<typeof cli>) => {
    const { code, out, error } = await cli(...given);
    assert.equal(code, 0, error);
    return out;
  };
  const file = (name: string, content: string) => {
    const full = path.join(shared.server.home, name);
    writeFileSync(full, content);
    return full;
  };

  it('makes, shows, plans, changes, renames and removes a document', async () => {
    const document = ['certprofile', 'Web Server'];
    const settings = file('web.yaml', '# as JSON or YAML\nkeyUsage: [digitalSignature]\nvalidity: 90d\n');
    const planned = await cli(['config', 'plan', ...document, '--file', settings]);
    assert.equal(planned.code, 2, planned.error);
    assert.equal(
      planned.out,
      "CERTPROFILE 'Web Server' would be made; what differs from the defaults:\n" +
        '+ validity: "90d"\n+ keyUsage: ["digitalSignature"]\n',
    );
    const made = await succeed(['config', 'set', ...document, '--file', settings]);
    assert.match(made, /made: CERTPROFILE 'Web Server'\n$/);

    const shown = await succeed(['config', 'get', ...document]);
    assert.match(shown, /^validity: 90d$/m);
    const changed = await succeed(['config', 'set', ...document, '--file', '-'], {
      piped: shown.replace('validity: 90d', 'validity: 1y'),
    });
    assert.equal(changed, '~ validity: "90d" -> "1y"\nchanged: CERTPROFILE \'Web Server\'\n');
    const again = await succeed(['config', 'set', ...document, '--file', '-'], {
      piped: shown.replace('validity: 90d', 'validity: 1y'),
    });
    assert.equal(again, "unchanged: CERTPROFILE 'Web Server'\n");
    const piped = shown.replace('validity: 90d', 'validity: 1y');
    assert.equal((await cli(['config', 'plan', ...document, '--file', '-'], { piped })).code, 0);
    assert.equal((await cli(['config', 'plan', ...document, '--file', '-'], { piped: shown })).code, 2);
    assert.equal((await cli(['config', 'plan', ...document, '--fiel', '-'])).code, 1);

    assert.match(await succeed(['config', 'list', 'CERTPROFILE']), /^Web Server +\d+ +2$/m);
    await succeed(['config', 'rename', ...document, 'TLS Server']);
    assert.equal((await cli(['config', 'get', ...document])).code, 1);
    assert.equal(
      await succeed(['config', 'remove', 'CERTPROFILE', 'TLS Server']),
      "removed: CERTPROFILE 'TLS Server'\n",
    );
  });

  it('says what was probably meant by a member that there is not', async () => {
    const piped = 'members: [{issuer: ManagementCA, match_value: x}]';
    const { code, error } = await cli(['config', 'set', 'role', 'Clerks', '--file', '-'], { piped });
    assert.equal(code, 1);
    assert.match(error, /has no member 'match_value' \(did you mean 'matchValue'\?\)/);
    const type = await cli(['config', 'list', 'certprofil']);
    assert.match(type.error, /'CERTPROFIL' \(did you mean 'CERTPROFILE'\?\)/);
  });

  it('refuses a rule that names no resource, and says which was probably meant', async () => {
    const piped = 'accessRules: { /ca_functionality/creat_certificate/: ALLOW }';
    const meant = /names no resource \(did you mean '\/ca_functionality\/create_certificate\/'\?\)/;
    const planned = await cli(['config', 'plan', 'role', 'Clerks', '--file', '-'], { piped });
    assert.equal(planned.code, 1);
    assert.match(planned.out, meant);
    const set = await cli(['config', 'set', 'role', 'Clerks', '--file', '-'], { piped });
    assert.equal(set.code, 1);
    assert.match(set.error, meant);
  });

  it('says of a worker that its type is not known before it is made', async () => {
    const made = await cli(['worker', 'create', 'Signer', '--type', 'PlainSinger']);
    assert.equal(made.code, 2);
    assert.match(made.error, /'PlainSinger', which is not a known kind of worker .*did you mean 'PlainSigner'/);
    assert.equal((await cli(['worker', 'show', 'Signer'])).code, 1);
    const piped = 'properties: { IMPLEMENTATION_CLASS: PlainSinger }';
    const planned = await cli(['config', 'plan', 'worker', 'Signer', '--file', '-'], { piped });
    assert.match(planned.error, /cannot be used as it is: properties.IMPLEMENTATION_CLASS: .*did you mean/);
  });

  it('shows what uses a document', async () => {
    assert.equal(await succeed(['config', 'uses', 'eeprofile', 'EMPTY']), "nothing uses EEPROFILE 'EMPTY'\n");
    const properties = ['--property', 'CRYPTOTOKEN=ManagementCA', '--property', 'AUTHTYPE=NOAUTH'];
    await succeed(['worker', 'create', 'Stamp', '--type', 'PlainSigner', ...properties]);
    const users = await succeed(['config', 'uses', 'cryptotoken', 'ManagementCA']);
    assert.deepEqual(users.trim().split('\n'), ["certification authority 'ManagementCA'", "worker 'Stamp'"]);
    const { users: inJson } = JSON.parse(
      await succeed(['config', 'uses', 'cryptotoken', 'ManagementCA', '--json']),
    ) as { users: unknown };
    assert.deepEqual(inJson, ["certification authority 'ManagementCA'", "worker 'Stamp'"]);
    const renamed = await cli(['config', 'rename', 'cryptotoken', 'ManagementCA', 'Other']);
    assert.equal(renamed.code, 1);
    assert.match(renamed.error, /worker 'Stamp' would go on naming it 'ManagementCA'/);
    const removed = await cli(['config', 'remove', 'cryptotoken', 'ManagementCA', '--yes']);
    assert.match(removed.error, /is used by certification authority 'ManagementCA', worker 'Stamp'/);
    const calling = ['--property', 'WORKERS=STAMP', '--property', 'AUTHTYPE=NOAUTH'];
    await succeed(['worker', 'create', 'Dispatcher', '--type', 'FirstActiveDispatcher', ...calling]);
    assert.equal(await succeed(['config', 'uses', 'worker', 'Stamp']), "worker 'Dispatcher'\n");
    for (const act of [
      ['config', 'remove', 'worker', 'Stamp', '--yes'],
      ['worker', 'remove', 'Stamp', '--yes'],
    ]) {
      const kept = await cli(act);
      assert.deepEqual([kept.code, /is used by worker 'Dispatcher'/.test(kept.error)], [1, true], kept.error);
    }
    const named = await cli(['config', 'rename', 'worker', 'Stamp', 'Other']);
    assert.match(named.error, /worker 'Dispatcher' would go on naming it 'Stamp'/);
    await succeed(['worker', 'remove', 'Dispatcher', '--yes']);
    await succeed(['worker', 'remove', 'Stamp', '--yes']);
  });

  it('says of a serial number that YAML takes for a number to quote it, and takes it quoted', async () => {
    const set = async (serial: string) =>
      cli(['config', 'set', 'role', 'Clerks', '--file', '-'], {
        piped: `members: [{issuer: ManagementCA, matchKey: WITH_SERIALNUMBER, matchValue: ${serial}}]`,
      });
    for (const [serial, code] of [
      ['1e5', 4],
      ['0123', 4],
      ['98765432109876543210', 4],
      ['123', 1],
    ] as const) {
      const refused = await set(serial);
      assert.equal(refused.code, code, refused.error);
      assert.match(refused.error, /'(?:members\[0\]\.)?matchValue' .*: quote it/);
    }
    const taken = await set('"1e5"');
    assert.equal(taken.code, 0, taken.error);
  });

  it('says in a plan what is wrong, and has an exit code for it', async () => {
    const { code, out } = await cli(['config', 'plan', 'certprofile', 'X', '--file', '-'], { piped: 'validity: soon' });
    assert.equal(code, 1);
    assert.match(out, /^! validity: /m);
    const json = await cli(['config', 'plan', 'certprofile', 'X', '--file', '-', '--json'], {
      piped: '{"nonsense":1}',
    });
    assert.equal((JSON.parse(json.out) as { problems: unknown[] }).problems.length > 0, true);
  });

  it('warns of members of a role that are not one certificate', async () => {
    const member = (matchKey: string, matchValue: string) =>
      `  - { issuer: ManagementCA, matchKey: ${matchKey}, matchValue: ${matchValue} }\n`;
    const piped = `members:\n${member('WITH_SERIALNUMBER', 'AB12')}${member('WITH_COMMONNAME', 'boss')}`;
    for (const command of ['plan', 'set']) {
      const { code, error } = await cli(['config', command, 'role', 'Bosses', '--file', '-'], { piped });
      assert.equal(code, command === 'plan' ? 2 : 0);
      assert.match(
        error,
        /^sealwright: warning: the member WITH_COMMONNAME 'boss' matches anyone to whom the CA 'ManagementCA'/,
      );
      assert.equal(error.split('\n').length, 2, error);
    }
  });

  it('changes a document at the version that is expected, and makes one that there is not', async () => {
    const set = async (version: string) =>
      cli(['config', 'set', 'certprofile', 'Once', '--file', '-', '--expect-version', version], {
        piped: 'keyUsage: [digitalSignature]',
      });
    assert.equal((await set('0')).code, 0);
    assert.equal((await set('0')).code, 1);
    assert.match((await set('7')).error, /answered 409: .*version 7 was expected/);
    assert.match((await set('x')).error, /--expect-version is 'x'/);
  });

  it('refuses files that hold no settings', async () => {
    for (const [piped, message] of [
      ['a: [', /is not YAML/],
      ['- 1', /holds no settings/],
      ['a: 1\na: 2', /is not YAML/],
    ] as const) {
      const { code, error } = await cli(['config', 'set', 'ROLE', 'X', '--file', '-'], { piped });
      assert.equal(code, 4, error);
      assert.match(error, message);
    }
    assert.equal((await cli(['config', 'set', 'ROLE', 'X', '--file', '/nonexistent'])).code, 4);
  });

  it('makes a root and a CA under it of a few options', async () => {
    await succeed(['ca', 'create', 'Root CA', '--subject', 'CN=Root CA,O=Example', '--key-type', 'P-384']);
    const signed = ['--signed-by', 'Root CA', '--key-type', 'RSA-2048', '--validity', '2y'];
    const made = JSON.parse(await succeed(['--json', 'ca', 'create', 'Issuing CA', ...signed])) as { status: string };
    assert.equal(made.status, 'ACTIVE');
    const listed = await succeed(['ca', 'list']);
    assert.match(listed, /^Issuing CA +CN=Issuing CA /m);
    const chain = parsePem(await succeed(['ca', 'chain', 'Issuing CA'])).map(({ der }) => Certificate.parse(der));
    assert.deepEqual(
      chain.map(({ subject, publicKey }) => [subject.toString(), publicKey.algorithm.name, publicKey.bits]),
      [
        ['CN=Issuing CA', 'RSA', 2048],
        ['CN=Root CA,O=Example', 'ECDSA', 384],
      ],
    );
    assert.equal(chain[0]!.verify(chain[1]!.publicKey), true);
  });

  it('tells of the key that a CA leaves which could not be made, and how to remove it', async () => {
    await succeed(['ca', 'create', 'Closed CA']);
    await succeed(['ca', 'deactivate', 'Closed CA']);
    const left = await cli(['ca', 'create', 'Left CA', '--signed-by', 'Closed CA']);
    assert.equal(left.code, 1);
    assert.match(left.error, /; the key 'Left CA signKey' stays in the crypto token 'ManagementCA'/);
    assert.match(left.error, /sealwright token remove-key "ManagementCA" "Left CA signKey"/);
    const other = await cli(['ca', 'create', 'Left CA', '--key-type', 'P-384']);
    assert.match(other.error, /409: The key pair 'Left CA signKey' is of .*token remove-key/);
    await succeed(['token', 'remove-key', 'ManagementCA', 'Left CA signKey', '--yes']);
    await succeed(['ca', 'create', 'Left CA', '--key-type', 'P-384']);
    const again = await cli(['ca', 'create', 'Left CA']);
    assert.deepEqual([again.code, again.error.includes('stays')], [1, false]);
  });

  it('refuses kinds of keys that there are not, and options beside a file', async () => {
    for (const type of ['P-128', 'RSA', 'ML-KEM-768', 'DSA-2048']) {
      const { code, error } = await cli(['ca', 'create', 'X', '--key-type', type]);
      assert.equal(code, 2, error);
      assert.match(error, new RegExp(`'${type}' is not a kind of key that a CA signs with`));
    }
    const both = await cli(['ca', 'create', 'X', '--file', '-', '--validity', '1y'], { piped: 'subjectDn: CN=X' });
    assert.equal(both.code, 2);
  });

  it('makes a token, its keys, tests and removes them', async () => {
    assert.equal(await succeed(['token', 'create', 'Keys'], { typed: 'secret code' }), 'made and active: Keys\n');
    await succeed(['token', 'generate-key', 'Keys', 'ec']);
    await succeed([
      'token',
      'generate-key',
      'Keys',
      'rsa',
      '--key-algorithm',
      'RSA',
      '--key-specification',
      '2048',
      '--usage',
      'SIGN',
    ]);
    assert.match(await succeed(['token', 'keys', 'Keys']), /^ec +ECDSA +P-256 +any\nrsa +RSA +2048 +SIGN\n/m);
    assert.equal(await succeed(['token', 'test-key', 'Keys', 'ec']), 'passed: ec of Keys\n');
    await succeed(['token', 'deactivate', 'Keys']);
    assert.match(await succeed(['token', 'list']), /^Keys +SoftCryptoToken +offline +by hand$/m);
    const code = file('code', 'secret code\n');
    assert.equal(await succeed(['token', 'activate', 'Keys', '--code-file', code]), 'active: Keys\n');
    assert.equal(
      await succeed(['token', 'activate', 'Keys', '--code-file', '-'], { piped: 'secret code' }),
      'active: Keys\n',
    );
    await succeed(['token', 'remove-key', 'Keys', 'rsa', '--yes']);
    const keys = JSON.parse(await succeed(['token', 'keys', 'Keys', '--json'])) as { keys: { alias: string }[] };
    assert.deepEqual(
      keys.keys.map(({ alias }) => alias),
      ['ec'],
    );
  });

  const opensByItself = async (name: string) => {
    await succeed(['token', 'create', name, '--auto-activation'], { typed: 'first code' });
    await succeed(['token', 'generate-key', name, 'key']);
  };

  it('says of a token that opens by itself that it does so again', async () => {
    await opensByItself('Returning');
    assert.match(await succeed(['token', 'deactivate', 'Returning']), /^deactivated: Returning\n {2}It opens again/);
    assert.equal(await succeed(['token', 'test-key', 'Returning', 'key']), 'passed: key of Returning\n');
    const json = JSON.parse(await succeed(['token', 'deactivate', 'Returning', '--json'])) as { opens_again: boolean };
    assert.equal(json.opens_again, true);
  });

  it('closes a token permanently, under a code that opens it again and nothing else does', async () => {
    await opensByItself('Closed');
    const deactivate = ['token', 'deactivate', 'Closed', '--permanently'];
    assert.equal(await succeed(deactivate, { typed: 'second code' }), 'deactivated: Closed\n');
    assert.match(await succeed(['token', 'list']), /^Closed +SoftCryptoToken +offline +by hand$/m);
    assert.equal((await cli(['token', 'test-key', 'Closed', 'key'])).code, 1);
    assert.equal((await cli(['token', 'activate', 'Closed'], { typed: 'first code' })).code, 1);
    await succeed(['token', 'activate', 'Closed'], { typed: 'second code' });
    assert.equal(await succeed(['token', 'test-key', 'Closed', 'key']), 'passed: key of Closed\n');
    assert.equal(await succeed(deactivate), 'deactivated: Closed\n', 'it takes no code when nothing is stored');
  });

  it('closes no token permanently for somebody who may not see whether it opens by itself', async () => {
    await opensByItself('Unseen');
    const officer = await newOfficer(shared.server, 'closer', { '/cryptotoken/deactivate/': 'ALLOW' });
    const as = ['--cert', file('closer.crt.pem', officer.cert), '--key', file('closer.key.pem', officer.key)];
    const { code, error } = await cli(['token', 'deactivate', 'Unseen', '--permanently', ...as]);
    assert.deepEqual([code, error.includes('Not authorized')], [1, true], error);
    assert.match(await succeed(['token', 'list']), /^Unseen +SoftCryptoToken +active +automatic$/m);
    assert.equal(await succeed(['token', 'deactivate', 'Unseen', ...as]), 'deactivated: Unseen\n');
  });

  it('leaves a token as it is when no code is given to close it under', async () => {
    await opensByItself('Kept');
    const { code, error } = await cli(['token', 'deactivate', 'Kept', '--permanently']);
    assert.deepEqual([code, error.includes('no activation code')], [2, true]);
    assert.match(await succeed(['token', 'list']), /^Kept +SoftCryptoToken +active +automatic$/m);
    assert.equal((await cli(['token', 'deactivate', 'Kept', '--code-file', 'x'])).code, 2);
  });

  it('makes a token that opens by itself', async () => {
    await succeed(['token', 'create', 'Automatic', '--auto-activation', '--property', 'note=a=b'], { typed: 'code' });
    const { tokens } = JSON.parse(await succeed(['token', 'list', '--json'])) as { tokens: Record<string, unknown>[] };
    const made = tokens.find(({ name }) => name === 'Automatic')!;
    assert.deepEqual([made['state'], made['auto_activation']], ['active', true]);
    const shown = await succeed(['config', 'get', 'cryptotoken', 'Automatic']);
    assert.match(shown, /^authenticationCode: placeholder$/m);
    assert.match(shown, /^ {2}note: a=b$/m);
  });

  it('takes no activation code from nowhere, and shows none', async () => {
    const nobody = await cli(['token', 'activate', 'Keys']);
    assert.equal(nobody.code, 2);
    assert.match(nobody.error, /no activation code/);
    const wrong = await cli(['token', 'activate', 'Keys'], { typed: 'canary-code' });
    assert.equal(wrong.code, 1);
    assert.match(wrong.error, /Invalid activation code/);
    assert.ok(!(wrong.out + wrong.error).includes('canary-code'));
    const empty = await cli(['token', 'activate', 'Keys', '--code-file', '-'], { piped: '\n' });
    assert.equal(empty.code, 4);
  });
});
