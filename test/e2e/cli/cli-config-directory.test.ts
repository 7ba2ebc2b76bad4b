/** A directory with a whole configuration: planned, applied, and compared with the server. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';

describe('a directory with the configuration', () => {
  const shared = sharedServer();
  const cli = async (args: readonly string[], typed?: string) => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', server, '--home', home, ...args], { askQuestion: async () => typed });
  };
  const directory = (name: string, files: Readonly<Record<string, string>>): string => {
    const top = path.join(shared.server.home, name);
    rmSync(top, { recursive: true, force: true });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
      writeFileSync(path.join(top, file), text);
    }
    return top;
  };
  const profile = (name: string, validity: string) =>
    `Object Type: Certificate Profile\nVersion: 1\nName: ${name}\nType: End Entity\nValidity: ${validity}\n`;

  it('is planned, applied as it was shown, and then the same as the server', async () => {
    const pki = directory('pki', {
      'README.md': 'ours',
      'certificate-profiles/TLS_Server.yaml': profile('TLS Server', '1y'),
      'certificate-profiles/TLS_Client.yaml': profile('TLS Client', '90d'),
    });
    const planned = await cli(['config', 'plan', pki]);
    assert.equal(planned.code, 2, planned.error);
    assert.match(planned.out, /^\+ certificate profile 'TLS Server' would be made:\n {4}\+ validity: "1y"$/m);
    assert.match(planned.out, /^2 to make, 0 to change, 0 unchanged; plan [0-9a-f]{32}$/m);
    const unanswered = await cli(['config', 'apply', pki], 'n');
    assert.equal(unanswered.code, 2);
    const applied = await cli(['config', 'apply', pki], 'y');
    assert.equal(applied.code, 0, applied.error);
    assert.match(applied.out, /applied\n$/);
    assert.equal((await cli(['config', 'plan', pki])).code, 0);
    assert.deepEqual(await cli(['config', 'drift', pki]).then(({ code, out }) => [code, out]), [
      2,
      ['Signer', 'TimeStamper']
        .map((name) => `+ certificate profile '${name}' is on the server and in no file\n`)
        .join(''),
    ]);
    // The second time there is nothing to ask.
    assert.equal((await cli(['config', 'apply', pki])).code, 0);
  });

  it('is exported from the server, and then the same as the server', async () => {
    const pki = path.join(shared.server.home, 'exported');
    const exported = await cli(['config', 'export', pki, '--extensions']);
    assert.equal(exported.code, 0, exported.error);
    assert.match(exported.out, /^\d+ documents written to /);
    assert.match(readFileSync(path.join(pki, 'admin-roles/Super_Administrator_Role.yaml'), 'utf8'), /^ {2}\/: Allow$/m);
    const drift = await cli(['config', 'drift', pki]);
    assert.deepEqual([drift.code, drift.out], [0, 'the server is as the directory says\n'], drift.error);
    const whole = path.join(shared.server.home, 'whole');
    for (const further of [[], ['--defaults'], ['--external-cas']]) {
      rmSync(whole, { recursive: true, force: true });
      assert.equal((await cli(['config', 'export', whole, ...further])).code, 0);
      const compared = await cli(['config', 'drift', whole]);
      assert.deepEqual([compared.code, compared.out], [0, 'the server is as the directory says\n'], further.join());
    }
    const again = await cli(['config', 'export', pki]);
    assert.deepEqual([again.code, /--force writes over/.test(again.error)], [4, true]);
    assert.equal((await cli(['config', 'export', pki, '--force', '--include', 'CA', '--exclude', '*:*'])).code, 0);
  });

  it('with a misspelt key is only warned of, or refused where the command is strict', async () => {
    const pki = directory('misspelt', {
      'certificate-profiles/TLS_Typo.yaml': `${profile('TLS Typo', '1y')}Available Bit Lenghts: [3072]\n`,
    });
    const warned = await cli(['config', 'plan', pki]);
    assert.deepEqual(
      [warned.code, /Available Bit Lenghts.*did you mean/is.test(warned.error)],
      [2, true],
      warned.error,
    );
    for (const command of [['plan'], ['apply', '--yes'], ['drift']]) {
      const strict = await cli(['config', ...command, pki, '--strict']);
      assert.deepEqual([strict.code, /Available Bit Lenghts/.test(strict.error)], [1, true], strict.error);
    }
    assert.match((await cli(['config', 'plan', pki])).out, /^1 to make/m);
  });

  it('shows a change in words, and which certificates it lets be issued', async () => {
    const pki = directory('pki', {
      'certificate-profiles/TLS_Server.yaml': `${profile('TLS Server', '2y')}Available Bit Lengths: [3072]\n`,
    });
    const planned = await cli(['config', 'plan', pki]);
    assert.equal(planned.code, 2, planned.error);
    assert.match(planned.out, /^~ certificate profile 'TLS Server' would change:$/m);
    assert.match(planned.out, /^ {4}~ validity: "1y" -> "2y"$/m);
    assert.match(
      planned.out,
      /certificate profile 'TLS Server': certificates are valid for 1y until now and 2y from then on/,
    );
    assert.match(planned.out, /certificates for keys of the bit lengths .* cannot be issued any more/);
    const revision = /plan ([0-9a-f]{32})/.exec(planned.out)![1]!;

    const drift = await cli(['config', 'drift', pki]);
    assert.equal(drift.code, 2);
    assert.match(drift.out, /^\+ certificate profile 'TLS Client' is on the server and in no file$/m);

    await cli(['config', 'rename', 'certprofile', 'TLS Server', 'Other']);
    const late = await cli(['config', 'apply', pki, '--plan', revision]);
    assert.equal(late.code, 1, late.out);
    assert.match(late.error, /the configuration or the dump has changed since/);
    await cli(['config', 'rename', 'certprofile', 'Other', 'TLS Server']);
  });

  it('and a single document refuse options of each other', async () => {
    const pki = directory('options', { 'certificate-profiles/Same.yaml': profile('Same', '1y') });
    const settings = path.join(pki, 'certificate-profiles/Same.yaml');
    const single = ['config', 'plan', 'certprofile', 'Same', '--file', settings];
    for (const [option, value] of [
      ['--secrets', ['secrets.cms']],
      ['--secrets-key', ['key.pem']],
      ['--resolve', ['skip']],
      ['--initialize', []],
      ['--expand', []],
      ['--continue', []],
      ['--force', []],
    ] as const) {
      const refused = await cli([...single, option, ...value]);
      assert.deepEqual([refused.code, refused.error.includes(`${option} goes with a directory`)], [1, true], option);
    }
    for (const option of ['--file', '--namespace']) {
      const refused = await cli(['config', 'plan', pki, option, 'x']);
      assert.deepEqual([refused.code, refused.error.includes(`${option} goes with the type`)], [1, true], option);
    }
  });

  it('makes what was left out without --initialize, and refuses a plan of before', async () => {
    const pki = directory('keys', {
      'crypto-tokens/Keys.yaml':
        'Object Type: Crypto Token\nVersion: 1\nName: Keys\nType: SoftCryptoToken\nAuthentication Code: foo123\nAuto Activation: true\n' +
        'Key Pair Info:\n- {Alias: first, Key Algorithm: EC, Key Specification: P-256}\n',
    });
    assert.equal((await cli(['config', 'apply', pki, '--yes'])).code, 0);
    const planned = await cli(['config', 'plan', pki, '--initialize']);
    assert.equal(planned.code, 2, planned.out);
    assert.match(planned.out, /^\+ the crypto token 'Keys' would get the key pair 'first'$/m);
    const made = await cli(['config', 'apply', pki, '--initialize', '--yes']);
    assert.equal(made.code, 0, made.error);
    assert.match(made.out, /applied\n$/);
    const again = await cli(['config', 'plan', pki, '--initialize']);
    assert.doesNotMatch(again.out, /would get the key pair/);
  });

  it('is not applied by a plan of before, even when nothing would change', async () => {
    const pki = directory('same', { 'certificate-profiles/Same.yaml': profile('Same', '1y') });
    assert.equal((await cli(['config', 'apply', pki, '--yes'])).code, 0);
    const late = await cli(['config', 'apply', pki, '--plan', '0'.repeat(32)]);
    assert.deepEqual([late.code, /is not what would be done now/.test(late.error)], [1, true]);
  });

  it('is refused as a whole when a file is wrong, with all that is', async () => {
    const pki = directory('wrong', {
      'certificate-profiles/Good.yaml': profile('Good', '1y'),
      'certificate-profiles/Bad.yaml': profile('Bad', 'soon'),
      'end-entity-profiles/Users.yaml':
        'Object Type: End Entity Profile\nVersion: 1\nName: Users\nAvailable CAs: [Nobody]\nDefault CA: Nobody\nAvailable Certificate Profiles: [Good]\nDefault Certificate Profile: Good\n',
      'certificate-profiles/note.txt': 'x',
    });
    for (const command of ['plan', 'drift', 'apply']) {
      const refused = await cli(['config', command, pki]);
      assert.equal(refused.code, 1, refused.out);
      assert.match(refused.out, /^! certificate-profiles\/Bad: validity /m);
      assert.match(refused.out, /^! end-entity-profiles\/Users: .*names the CA 'Nobody', which does not exist/m);
      assert.match(refused.error, /note.txt is not a document/);
    }
    assert.equal((await cli(['config', 'get', 'certprofile', 'Good'])).code, 1);
    assert.equal((await cli(['config', 'plan', path.join(shared.server.home, 'nothing')])).code, 1);
    assert.equal((await cli(['config', 'plan', directory('empty', { 'README.md': 'x' })])).code, 1);
  });
});
