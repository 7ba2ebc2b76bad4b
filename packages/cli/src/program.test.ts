import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CaServer, run } from '../test/ca-server.ts';
import { EXIT_CODE_MEANINGS } from './errors.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());

describe('the command line', () => {
  it('shows help for every command, with examples', async () => {
    const config = ['list', 'get', 'uses', 'plan', 'apply', 'drift', 'export', 'set', 'rename', 'remove'].map(
      (command) => ['config', command],
    );
    const ca = ['create', 'show', 'initialize', 'renew', 'csr', 'receive', 'import', 'activate', 'deactivate'];
    const token = ['list', 'create', 'activate', 'deactivate', 'keys', 'generate-key', 'remove-key', 'test-key'];
    const worker = ['list', 'show', 'status', 'create', 'set', 'unset', 'remove', 'reload', 'activate', 'deactivate'];
    const keys = ['list', 'generate', 'test', 'remove'];
    for (const command of [
      [],
      ['status'],
      ['enroll'],
      ['revoke'],
      ['ca', 'list'],
      ['ca', 'chain'],
      ...ca.map((each) => ['ca', each]),
      ...config,
      ...token.map((each) => ['token', each]),
      ...worker.map((each) => ['worker', each]),
      ...keys.map((each) => ['worker', 'keys', each]),
    ]) {
      const { code, out, error } = await run([...command, '--help']);
      assert.deepEqual([code, error], [0, '']);
      assert.match(out, /Examples:\n {2}\$ sealwright /);
      assert.match(out, /sealwright help options$/m);
    }
  });

  it('shows the same help for `help` and a command as for the command and --help', async () => {
    for (const command of [[], ['status'], ['ca'], ['worker', 'keys', 'list']]) {
      assert.deepEqual(await run(['help', ...command]), await run([...command, '--help']));
    }
  });

  it('has the options of every command on a page of their own, and in no other help', async () => {
    const { code, out } = await run(['help', 'options']);
    assert.equal(code, 0);
    const options = ['--server', '--home', '--cert', '--key', '--cacert', '--timeout', '--json'];
    for (const option of options) assert.match(out, new RegExp(`^ {2}${option}\\b`, 'm'));
    for (const command of [[], ['enroll'], ['ca', 'create']]) {
      const { out: other } = await run([...command, '--help']);
      assert.doesNotMatch(other, /^ {2}--(?:server|cacert|json)/m);
    }
  });

  const meant: readonly (readonly [args: string, message: string])[] = [
    ['enrol', "unknown command 'enrol' (did you mean enroll?)"],
    ['enrol --help', "unknown command 'enrol' (did you mean enroll?)"],
    ['help enrol', "unknown command 'enrol' (did you mean enroll?)"],
    ['ca crate', "unknown command 'crate' (did you mean create?)"],
    ['help ca crate', "unknown command 'crate' (did you mean create?)"],
    ['--timeout 5 ca crate --help', "unknown command 'crate' (did you mean create?)"],
    ['ca list --extrenal', "unknown option '--extrenal' (did you mean --external?)"],
    ['ca list --serer x', "unknown option '--serer' (did you mean --server?)"],
    ['revoke --reasn SUPERSEDED x.pem', "unknown option '--reasn' (did you mean --reason?)"],
    ['enroll --ca C --profile P --user u', "unknown option '--user' (did you mean --username?)"],
    ['enroll --user=u', "unknown option '--user' (did you mean --username?)"],
    ['status --cert x --ke y', "unknown option '--ke' (did you mean --key?)"],
    ['status --c x', "unknown option '--c' (did you mean one of --cert, --cacert?)"],
  ];
  for (const [args, message] of meant) {
    it(`says what was probably meant by: ${args}`, async () => {
      assert.deepEqual(await run(args.split(' ')), { code: 2, out: '', error: `sealwright: ${message}\n` });
    });
  }

  it('shows the help of a command beside an option that it does not know', async () => {
    assert.deepEqual(await run(['revoke', '--reasn', '--help']), await run(['revoke', '--help']));
  });

  it('says which mandatory option is missing where all others are known', async () => {
    const { code, error } = await run(['revoke', 'x.pem']);
    assert.deepEqual([code, error.includes('--reason')], [2, true]);
  });

  it('does not repeat the value of an option that it does not know', async () => {
    const { code, error } = await run(['enroll', '--p12-pasword=secret']);
    assert.deepEqual([code, error.includes('secret')], [2, false]);
  });

  it('lists every exit code in its help', async () => {
    const { out } = await run(['--help']);
    for (const meaning of Object.values(EXIT_CODE_MEANINGS)) assert.ok(out.includes(meaning), meaning);
  });

  it('answers a command line that it does not understand in one line', async () => {
    for (const args of [['enrol'], ['status', '--wrong'], ['ca', 'chain'], ['revoke', 'x.pem']]) {
      const { code, out, error } = await run(args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, /^sealwright: [^\n]+\n$/);
    }
  });

  it('answers in JSON when asked, also what it does not understand', async () => {
    for (const args of [['--json'], ['--json', 'status', '--wrong'], ['ca', '--json']]) {
      const { code, error } = await run(args);
      assert.equal(code, 2);
      const parsed = JSON.parse(error) as { error: { code: string; exit_code: number } };
      assert.equal(parsed.error.code, 'cli.usage');
      assert.equal(parsed.error.exit_code, 2);
    }
  });

  it('takes its options from the environment, arguments first', async () => {
    const environment = { SEALWRIGHT_SERVER: server.url, SEALWRIGHT_HOME: server.home, SEALWRIGHT_TIMEOUT: '' };
    const fromEnvironment = await run(['ca', 'list'], { environment });
    assert.equal(fromEnvironment.code, 0, fromEnvironment.error);
    const argumentsFirst = await run(['ca', 'list', '--server', 'https://localhost:1'], { environment });
    assert.equal(argumentsFirst.code, 3);
  });

  it('takes the path of the server for that of the interface', async () => {
    const { code } = await run(['status', '--home', server.home, '--server', `${server.url}/other/rest/`]);
    assert.equal(code, 1);
    assert.equal(server.requests.at(-1)!.url, '/other/rest/v1/ca/status');
  });

  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--server', 'http://localhost:8080'], /--server is 'http:\/\/localhost:8080'/],
    [['--server', 'localhost:8443'], /--server is 'localhost:8443'/],
    [['--timeout', '0'], /--timeout is '0'/],
    [['--timeout', 'soon'], /--timeout is 'soon'/],
    [['--cert', 'x.pem'], /--cert is given without --key/],
    [['--key', 'x.pem'], /--key is given without --cert/],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { code, error } = await run(['status', ...args]);
      assert.equal(code, 2);
      assert.match(error, message);
    });
  }

  it('repeats no password of a URL', async () => {
    const { code, error } = await run(['status', '--server', 'https://me:secret@localhost']);
    assert.equal(code, 2);
    assert.doesNotMatch(error, /secret/);
  });

  it('shows progress to a person and takes it away again', async () => {
    const args = ['enroll', '--ca', 'Issuing CA', '--profile', 'P', '--username', 'u', '--subject', 'CN=u'];
    const options = ['--server', server.url, '--home', server.home, '--out', server.path('u')];
    const { code, error } = await run([...args, ...options], { interactive: true });
    assert.equal(code, 0);
    assert.match(error, /making a key \(P-256\) \.\.\./);
    assert.ok(error.includes('\r\u001b[2K'));
  });
});
