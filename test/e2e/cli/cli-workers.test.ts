/** The commands for workers against a server. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, signing } from '../support/setups/signing-setup.ts';
import { auditRows } from '../support/audit-records.ts';
import { eventually } from '../../eventually.ts';

describe('the command line for workers', () => {
  const shared = sharedServer();
  const cli = async (args: readonly string[], piped = '') => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', server, '--home', home, 'worker', ...args], {
      readInput: async () => Buffer.from(piped),
      askSecret: async () => undefined,
    });
  };
  const succeed = async (...given: Parameters<typeof cli>) => {
    const { code, out, error } = await cli(...given);
    assert.equal(code, 0, error);
    return out;
  };
  const process = (name: string, headers: Readonly<Record<string, string>> = {}) =>
    signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' }, headers });

  before(() => makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] }));

  const PLAIN = ['--type', 'PlainSigner', '--property', 'CRYPTOTOKEN=Signing', '--property', 'defaultkey=ec'];

  it('makes a worker that signs, shows it, changes it property by property and removes it', async () => {
    assert.match(
      await succeed(['create', 'Tool', ...PLAIN, '--property', 'AUTHTYPE=NOAUTH']),
      /^made: Tool \(\d+\)\n$/,
    );
    assert.equal((await process('Tool')).status, 200);
    assert.match(await succeed(['list']), /^\d+ +Tool$/m);
    const id = /^(\d+) +Tool$/m.exec(await succeed(['list']))![1]!;
    assert.match(await succeed(['show', id]), /^NAME=Tool\nTYPE=PROCESSABLE\n(?:.*\n)*DEFAULTKEY=ec\n/);
    assert.equal(await succeed(['status', 'Tool']), `Tool (${id}): active, 1 signings\n`);
    assert.equal(await succeed(['set', 'Tool', 'disabled=TRUE', '_NOTE=a=b']), 'set: DISABLED, _NOTE of Tool\n');
    assert.notEqual((await process('Tool')).status, 200);
    assert.equal(await succeed(['status', id]), `Tool (${id}): disabled, 1 signings\n`);
    assert.equal(await succeed(['unset', id, 'Disabled']), 'taken away: DISABLED of Tool\n');
    assert.equal((await process('Tool')).status, 200);
    const shown = JSON.parse(await succeed(['show', 'Tool', '--json'])) as { properties: Record<string, string> };
    assert.equal(shown.properties['_NOTE'], 'a=b');
    assert.equal(await succeed(['reload']), 'reloaded: all workers\n');
    assert.equal(await succeed(['reload', 'Tool']), `reloaded: ${id}\n`);
    assert.ok(auditRows(shared.server).some(({ event }) => event === 'RELOAD_WORKER_CONFIG'));
    assert.equal(await succeed(['remove', 'Tool']), 'removed: Tool\n');
    assert.equal((await cli(['show', 'Tool'])).code, 1);
  });

  it('makes, lists, tests and removes the keys of a worker, and opens and closes its token', async () => {
    const code = 'correct horse 9 battery';
    const properties = ['AUTHTYPE=NOAUTH', 'DEFAULTKEY=first', 'KEYALG=RSA', 'KEYSPEC=2048'];
    const TOKEN = 'CRYPTOTOKEN_IMPLEMENTATION_CLASS=KeystoreInConfigCryptoToken';
    const given = [...properties, TOKEN, `KEYSTOREPASSWORD=${code}`].flatMap((each) => ['--property', each]);
    await succeed(['create', 'Keyed', '--type', 'PlainSigner', ...given]);
    assert.equal(await succeed(['keys', 'generate', 'Keyed']), 'made: first (RSA 2048) of Keyed\n');
    const second = ['--key-alias', 'second', '--key-algorithm', 'EC', '--key-specification', 'P-384'];
    assert.equal(await succeed(['keys', 'generate', 'Keyed', ...second]), 'made: second (ECDSA P-384) of Keyed\n');
    assert.match(
      await succeed(['keys', 'list', 'Keyed']),
      /^ALIAS .*\nfirst +RSA +2048\nsecond +\w+ +[\w-]+\nactive\n$/,
    );
    const { keys } = JSON.parse(await succeed(['keys', 'list', 'Keyed', '--json'])) as {
      keys: { public_key: string }[];
    };
    assert.match(keys[0]!.public_key, /^MII/);
    assert.equal(await succeed(['keys', 'test', 'Keyed', 'second']), 'passed: second of Keyed\n');
    assert.equal((await cli(['keys', 'remove', 'Keyed', 'first', '--yes'])).code, 1);
    assert.equal(await succeed(['keys', 'remove', 'Keyed', 'second', '--yes']), 'removed: second of Keyed\n');
    assert.equal((await cli(['keys', 'test', 'Keyed', 'second'])).code, 1);
    assert.equal((await cli(['keys', 'generate', 'Keyed', '--key-specification', 'P-256'])).code, 2);
    await succeed(['unset', 'Keyed', 'KEYSTOREPASSWORD']);
    assert.equal(await succeed(['deactivate', 'Keyed']), 'deactivated: Keyed\n');
    assert.equal((await process('Keyed')).status, 503);
    const closed = await cli(['keys', 'list', 'Keyed']);
    assert.deepEqual([closed.code, /\noffline\n! The crypto token 'Keyed' is not active/.test(closed.out)], [1, true]);
    assert.equal((await cli(['activate', 'Keyed', '--code-file', '-'], 'wrong\n')).code, 1);
    assert.equal(await succeed(['activate', 'Keyed', '--code-file', '-'], `${code}\n`), 'active: Keyed\n');
    assert.equal((await process('Keyed')).status, 200);
  });

  it('says that a worker was made whose certificate could not be', async () => {
    const left = await cli(['create', 'Bare', ...PLAIN, '--ca', 'Nowhere', '--profile', 'SIGNER']);
    assert.equal(left.code, 1);
    assert.match(left.error, /; the worker 'Bare' was made, without a certificate: remove it with 'worker remove'/);
    assert.equal(await succeed(['remove', 'Bare']), 'removed: Bare\n');
  });

  it('shows when a timed service ran last, and runs next', async () => {
    const service = [
      '--type',
      'HSMKeepAliveTimedService',
      '--property',
      'INTERVAL=1',
      '--property',
      'CRYPTOTOKENS=None',
    ];
    await succeed(['create', 'Timed', ...service]);
    assert.match(await succeed(['show', 'Timed']), /^TYPE=TIMED_SERVICE$/m);
    assert.match(await succeed(['status', 'Timed']), /^Timed \(\d+\): disabled\n {2}every 1000 ms\n$/);
    await succeed(['set', 'Timed', 'ACTIVE=TRUE']);
    const has =
      /^Timed \(\d+\): active\n {2}every 1000 ms\n {2}ran [-\dT:.]+Z on .*, next [-\dT:.]+Z\n {4}! None: No such worker: None\n$/;
    await eventually('its run', async () => has.test(await succeed(['status', 'Timed'])));
    await succeed(['remove', 'Timed']);
  });

  it('lists, gets and removes what a worker has archived', async () => {
    const both = { ARCHIVERS: 'Base64DatabaseArchiver', 'ARCHIVER0.ARCHIVE_OF_TYPE': 'REQUEST_AND_RESPONSE' };
    const properties = Object.entries({ AUTHTYPE: 'NOAUTH', ...both }).flatMap(([key, value]) => [
      '--property',
      `${key}=${value}`,
    ]);
    await succeed(['create', 'Kept', ...PLAIN, ...properties]);
    const { json } = await process('Kept');
    const archiveId = json['archiveId'] as string;
    assert.match(await succeed(['archive', 'list', 'Kept']), new RegExp(`RE\\w+ +${archiveId} +1 +127`));
    const listed = JSON.parse(await succeed(['archive', 'list', 'Kept', '--limit', '1', '--json'])) as object;
    assert.equal((listed as { documents: readonly object[] }).documents.length, 1);
    const [answer, sent] = ['answer', 'sent'].map((name) => path.join(shared.server.home, name));
    await succeed(['archive', 'get', 'Kept', archiveId, '--out', answer!]);
    assert.equal(readFileSync(answer!, 'base64'), json['data']);
    await succeed(['archive', 'get', 'Kept', archiveId, '--request', '--out', sent!]);
    assert.equal(readFileSync(sent!, 'utf8'), 'x');
    assert.equal((await cli(['archive', 'get', 'Kept', archiveId, '--out', sent!])).code, 4);
    assert.equal((await cli(['archive', 'get', 'Kept', '00', '--out', `${sent!}2`])).code, 1);
    assert.equal((await cli(['archive', 'list', 'Kept', '--limit', '0'])).code, 2);
    assert.equal(
      await succeed(['archive', 'remove', 'Kept', '--before', '2001-01-01T00:00:00Z', '--yes']),
      'removed: 0 documents\n',
    );
    assert.equal(
      await succeed(['archive', 'remove', 'Kept', '--before', '2101-01-01T00:00:00Z', '--yes']),
      'removed: 2 documents\n',
    );
  });

  it('takes a value from a file or from standard input, and keeps a secret that it does not show', async () => {
    await succeed([
      'create',
      'Secret',
      ...PLAIN,
      '--property',
      'AUTHTYPE=org.signserver.server.UsernamePasswordAuthorizer',
    ]);
    const file = path.join(shared.server.home, 'password.txt');
    writeFileSync(file, 'hunter22\n');
    await succeed(['set', 'Secret', `USER.ALICE=@${file}`]);
    await succeed(['set', 'Secret', 'USER.BOB=@-'], 'swordfish\n');
    const shown = await succeed(['show', 'Secret']);
    assert.match(shown, /^USER\.ALICE=placeholder$/m);
    assert.ok(!shown.includes('hunter22'));
    await succeed(['set', 'Secret', 'NOTE=x']);
    for (const credentials of ['alice:hunter22', 'bob:swordfish']) {
      const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
      assert.equal((await process('Secret', { authorization })).status, 200);
    }
  });

  it('lets a certificate in, and no longer', async () => {
    await succeed(['create', 'Guarded', ...PLAIN]);
    const rule = ['--match', 'SUBJECT_RDN_CN=SuperAdmin', '--issuer', 'CN=ManagementCA,O=Sealwright'];
    const sign = () =>
      signing(shared.server, '/workers/Guarded/process', { body: { data: 'x' }, as: shared.server.superAdministrator });
    assert.equal((await sign()).status, 400);
    for (const description of ['first', 'again'])
      assert.match(await succeed(['authorize', 'Guarded', ...rule, '--description', description]), /^authorized: /);
    assert.equal((await sign()).status, 200);
    const shown = JSON.parse(await succeed(['show', 'Guarded', '--json'])) as { rules: { description: string }[] };
    assert.deepEqual(
      shown.rules.map(({ description }) => description),
      ['again'],
    );
    assert.match(
      await succeed(['unauthorize', 'Guarded', ...rule]),
      /^no longer authorized: SUBJECT_RDN_CN=SuperAdmin of /,
    );
    assert.equal((await sign()).status, 400);
    const again = await cli(['unauthorize', 'Guarded', ...rule]);
    assert.deepEqual([again.code, again.error.includes('has no rule')], [1, true]);
    const typo = await cli(['authorize', 'Guarded', '--match', 'SUBJECT_CN=x', '--issuer', 'CN=y']);
    assert.deepEqual([typo.code, typo.error.includes("names 'SUBJECT_CN'")], [2, true]);
  });

  it('takes the serial number of a client in one form and gives it up in another', async () => {
    await succeed(['create', 'BySerial', ...PLAIN, '--property', 'AUTHTYPE=CLIENTCERT']);
    const issuer = ['--issuer', 'CN=ManagementCA,O=Sealwright'];
    await succeed(['authorize', 'BySerial', '--match', 'CERTIFICATE_SERIALNO=serial=0A1B', ...issuer]);
    const { rules } = JSON.parse(await succeed(['show', 'BySerial', '--json'])) as {
      rules: { subjectValue: string }[];
    };
    assert.deepEqual(
      rules.map(({ subjectValue }) => subjectValue),
      ['A1B'],
    );
    await succeed(['unauthorize', 'BySerial', '--match', 'CERTIFICATE_SERIALNO=0a:1b', ...issuer]);
    const none = await cli(['authorize', 'BySerial', '--match', 'CERTIFICATE_SERIALNO=web1', ...issuer]);
    assert.deepEqual([none.code, none.error.includes("--match: 'web1' is not a serial number")], [2, true]);
  });

  it('says what is wrong with a worker, and has an exit code for it', async () => {
    await succeed(['create', 'Broken', ...PLAIN]);
    // Nobody creates such a worker by the command; what has become of one that was there is told.
    await succeed(['set', 'Broken', 'IMPLEMENTATION_CLASS=NoSuchSigner']);
    const { code, out } = await cli(['status', 'Broken']);
    assert.equal(code, 1);
    assert.match(out, /^Broken \(\d+\): misconfigured\n {2}! properties\.IMPLEMENTATION_CLASS: is 'NoSuchSigner'/);
    const elsewhere = ['--property', 'WORKERLOGGER=FileWorkerLogger', '--property', 'LOG_FILE_PATH=/elsewhere/a.log'];
    await succeed(['create', 'Astray', ...PLAIN, ...elsewhere]);
    const astray = await cli(['status', 'Astray']);
    assert.equal(astray.code, 1);
    assert.match(astray.out, /^Astray \(\d+\): misconfigured.*\n {2}! properties\.LOG_FILE_PATH: is in no directory/);
    assert.match(await succeed(['set', 'Broken', 'SIGNATUREALGORITHM=x']), /^! properties\.IMPLEMENTATION_CLASS/m);
  });

  it('tells of a class and of properties that nobody knows, and what was probably meant', async () => {
    const told = await succeed(['create', 'Misspelt', ...PLAIN, '--property', 'SIGNATUREALGORITM=SHA256withECDSA']);
    const warning =
      "warning: properties.SIGNATUREALGORITM: is a name that no kind of worker knows, so it changes nothing (did you mean 'SIGNATUREALGORITHM'?)";
    assert.equal(told.split('\n')[1], warning);
    assert.match(
      await succeed(['status', 'Misspelt']),
      /^Misspelt \(\d+\): active, \d+ signings\n {2}warning: .*SIGNATUREALGORITHM/,
    );
    const unknown = await cli(['create', 'Strange', '--type', 'PlainSinger']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.error, /--type is 'PlainSinger'.*\(did you mean 'PlainSigner'\?\)/);
  });

  it('says why a worker without an open token cannot work, with an exit code', async () => {
    await succeed([
      'create',
      'Shut',
      '--type',
      'PlainSigner',
      '--property',
      `CRYPTOTOKEN_IMPLEMENTATION_CLASS=KeystoreInConfigCryptoToken`,
    ]);
    const reason = "The crypto token 'Shut' is not active. Activate it.";
    const status = await cli(['status', 'Shut']);
    assert.deepEqual([status.code, status.out.split('\n')[1]], [1, `  ! ${reason}`]);
    assert.match(status.out, /^Shut \(\d+\): offline\n/);
    const keys = await cli(['keys', 'list', 'Shut']);
    assert.deepEqual([keys.code, keys.out.split('\n').slice(-3)], [1, ['offline', `! ${reason}`, '']]);
  });

  it('names the crypto token that does not exist to those who ask for the keys in it', async () => {
    await succeed(['create', 'Unkeyed', '--type', 'PlainSigner', '--property', 'CRYPTOTOKEN=Nowhere']);
    const message = /There is no crypto token 'Nowhere'\./;
    for (const args of [['list'], ['generate'], ['test', 'a'], ['remove', 'a', '--yes']]) {
      const [command = '', ...rest] = args;
      const key = command === 'generate' ? ['--key-alias', 'a', '--key-algorithm', 'EC'] : rest;
      const { code, error } = await cli(['keys', command, 'Unkeyed', ...key]);
      assert.deepEqual([code, message.test(error)], [1, true], error);
    }
  });

  it('loses no property that somebody else sets at the same time', async () => {
    await succeed(['create', 'Shared', ...PLAIN]);
    const names = ['A', 'B', 'C'];
    const results = await Promise.all(names.map((name) => cli(['set', 'Shared', `${name}=1`])));
    assert.deepEqual(
      results.map(({ code }) => code),
      [0, 0, 0],
    );
    const shown = await succeed(['show', 'Shared']);
    for (const name of names) assert.match(shown, new RegExp(`^${name}=1$`, 'm'));
  });

  it('makes a worker with a certificate of a CA here', async () => {
    await succeed([
      'create',
      'Certified',
      ...PLAIN.slice(0, 4),
      '--property',
      'AUTHTYPE=NOAUTH',
      '--ca',
      'ManagementCA',
      '--profile',
      'SERVER',
      '--subject',
      'CN=Certified',
    ]);
    const answer = await process('Certified');
    assert.equal(answer.status, 200, answer.text);
    assert.notEqual(answer.json['signerCertificate'], null);
  });

  it('takes a number for an id, and has to do with workers whose names are numbers', async () => {
    const certified = ['--ca', 'ManagementCA', '--profile', 'SERVER', '--subject', 'CN=123'];
    const made = await succeed(['create', '123', ...PLAIN.slice(0, 4), ...certified]);
    const id = /^made: 123 \((\d+)\)\n$/.exec(made)![1]!;
    assert.match(await succeed(['status', id]), new RegExp(`^123 \\(${id}\\): active, `));
    await succeed(['create', id, ...PLAIN]);
    const { out } = await cli(['status', '--json']);
    const { workers } = JSON.parse(out) as { readonly workers: readonly { readonly name: string }[] };
    assert.deepEqual(
      workers
        .map(({ name }) => name)
        .filter((name) => ['123', id].includes(name))
        .toSorted(),
      ['123', id],
    );
    assert.match(await succeed(['show', id]), /^NAME=123$/m);
    assert.match(await succeed(['show', '123']), /^NAME=123$/m);
    assert.equal(await succeed(['remove', id]), 'removed: 123\n');
    assert.equal(await succeed(['remove', id]), `removed: ${id}\n`);
  });

  it('refuses a command line that cannot be run', async () => {
    for (const args of [
      ['set', 'Shared', 'NOVALUE'],
      ['set', 'Shared', 'NAME=Other'],
      ['create', 'X'],
      ['create', 'X', ...PLAIN, '--ca', 'ManagementCA'],
    ])
      assert.equal((await cli(args)).code, 2, args.join(' '));
  });
});
