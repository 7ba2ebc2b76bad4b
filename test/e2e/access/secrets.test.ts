/** Secrets go in by every door, are accepted and are refused, and are nowhere afterwards but where they belong. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { it } from 'node:test';
import { inspect } from 'node:util';
import { type GivenSettings, parseServerConfig } from '../../../packages/server/src/server-config/index.ts';
import { cryptoTokenType } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { planAndCommit } from '../../../packages/server/src/kernel/unit-of-work.ts';
import type { Installation } from '../../../packages/server/src/wiring/installation.ts';
import { change } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { Canaries } from '../support/canaries.ts';
import { newKeyPair, newRequest } from '../support/enrollment.ts';
import { spawnCommand } from '../support/server-process.ts';
import { type CallOptions, TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const ENROLL = '/v1/certificate/pkcs10enroll';
const ISSUER = 'CN=ManagementCA,O=Sealwright';

it('leaves no secret of a request anywhere', async (t) => {
  const canaries = new Canaries();
  const server = await TestServer.start(t);
  const texts = [...(await enrollments(server, canaries)), ...(await strayRequests(server, canaries))];
  await assertNowhere(server, canaries, texts);
});

it('leaves no code of a crypto token anywhere', async (t) => {
  const canaries = new Canaries();
  const server = await TestServer.start(t);
  const texts = await tokenActs(server.running.installation, canaries);
  await assertNowhere(server, canaries, texts);
});

it('leaves the keys and passwords of a first start in their own files', async (t) => {
  const canaries = new Canaries();
  const masterKey = randomBytes(32);
  const server = await TestServer.start(t, {}, { masterKeySecret: masterKey.toString('base64') });
  canaries.watch('the master key', masterKey);
  const admin = (name: string) => readFileSync(path.join(server.home, 'admin', name), 'utf8');
  canaries.watch('the password of the PKCS#12 file', admin('superadmin.password').trim());
  const { d } = createPrivateKey(admin('superadmin.key.pem')).export({ format: 'jwk' });
  canaries.watch('the private key of the super administrator', Buffer.from(d!, 'base64url'));
  for (const line of admin('superadmin.key.pem').split('\n').slice(1, -2)) canaries.watch('a line of its PEM', line);
  await server.call('/v1/ca');
  await assertNowhere(server, canaries, []);
  // What is looked for would be found.
  assert.ok(canaries.foundUnder(server.home, []).length > 0);
});

it('shows no secret of the settings when they cannot be used', async (t) => {
  const canaries = new Canaries();
  const attempts: Promise<unknown>[] = [];
  const refusedSettings = (args: GivenSettings, yaml?: string) =>
    parseServerConfig(args, {}, async () => yaml).then(
      () => assert.fail('the settings were accepted'),
      (error: unknown) => inspect(error, { depth: 10, showHidden: true }),
    );
  const password = () => canaries.make('the password of the database');
  attempts.push(
    refusedSettings({ database: `mysql://u:${password()}@h/d` }),
    refusedSettings({ 'public-url': `http://u:${password()}@h/` }),
    refusedSettings({}, `database: "postgres://u:${password()}@h/d`),
    refusedSettings({}, `database: postgres://u:${password()}@h/d\n  - x: [`),
    refusedSettings({}, `database: {postgres://u:${password()}@h/d`),
    refusedSettings({}, `- database: postgres://u:${password()}@h/d`),
  );
  for (const database of [
    `postgres://u:${password()}@127.0.0.1:1/d`,
    `postgres://u:${password()}@[/d`,
    `postgres://u:${password()}@h:99999/d`,
    `postgres://u:${password()}@h/d?sslmode=nonsense&password=${password()}`,
  ]) {
    attempts.push(refusedStart({ database }, {}));
  }
  attempts.push(refusedStart({}, { masterKeySecret: canaries.make('the master key') }));
  for (const shown of await Promise.all(attempts))
    assert.deepEqual(canaries.foundIn(shown as string), [], shown as string);

  async function refusedStart(...[options, surroundings]: [object, object]): Promise<string> {
    try {
      await TestServer.start(t, options, surroundings);
    } catch (error) {
      return inspect(error, { depth: 10, showHidden: true });
    }
    return assert.fail('the server has started');
  }
});

it('shows no secret of its arguments in the list of processes', async (t) => {
  const canaries = new Canaries();
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-e2e-'));
  atEnd(t, () => rmSync(home, { recursive: true }));
  // A database that says nothing: the server waits for it.
  const database = createServer().listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const url = `postgres://u:${canaries.make('the password of the database')}@127.0.0.1:${port}/d`;
  const child = spawnCommand(['start', '--database', url], { home });
  try {
    const [socket] = (await once(database, 'connection')) as [Socket];
    const shown = commandLineOf(child.pid!);
    assert.match(shown, /^sealwright/);
    assert.deepEqual(canaries.foundIn(shown), []);
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    socket.destroy();
  } finally {
    child.kill('SIGKILL');
    database.close();
  }
});

/** Returns the command line of a process as others on this host see it. */
function commandLineOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  if (existsSync(file)) return readFileSync(file, 'latin1');
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}

/** Enrollments with a password, done and refused for every reason. */
async function enrollments(server: TestServer, canaries: Canaries): Promise<string[]> {
  const password = (of: string) => canaries.make(`the password of ${of}`);
  const good = (name: string) => newRequest({ username: name, subject: `CN=${name}` });
  const texts: string[] = [];
  const enroll = async (status: number, body: object) => {
    const answer = await server.call(ENROLL, { body });
    assert.equal(answer.status, status, answer.text);
    texts.push(answer.text);
  };
  await enroll(200, { ...good('done'), password: password('an enrollment') });
  await letEnrollAgain(server.running.installation);
  await enroll(200, { ...good('verified'), password: password('an enrollment whose verifier is stored') });
  await enroll(200, { ...good('verified'), password: password('a second enrollment') });
  await enroll(400, { ...good('a'), certificate_authority_name: 'None', password: password('an unknown CA') });
  await enroll(400, { ...good('a'), certificate_profile_name: 'None', password: password('an unknown profile') });
  await enroll(400, { ...good('a'), subject_dn: 'nonsense', password: password('a bad subject') });
  await enroll(400, { ...good('a'), username: '', password: password('an empty username') });
  await enroll(400, { ...good('b'), subject_dn: 'CN=done', password: password('a taken subject') });
  await enroll(400, { ...good('a'), certificate_request: password('a request that is not a request') });
  const open = `-----BEGIN CERTIFICATE REQUEST-----\n${password('a PEM block without an end')}\n`;
  await enroll(400, { ...good('a'), certificate_request: open });
  await enroll(400, { ...good('a'), password: { value: password('a password that is an object') } });
  await enroll(400, { ...good('a'), password: [password('a password that is a list')] });
  await enroll(400, { ...good('a'), username: { password: password('a username that is an object') } });
  await enroll(400, { ...good('a'), password: `${password('a password with a control character')}\u0000` });
  await enroll(400, { password: password('a request without anything else') });
  await enroll(200, { ...good('c'), secret: password('an unknown member'), deep: [{ er: password('a deep one') }] });
  const key = newKeyPair().privateKey.export({ format: 'pem', type: 'pkcs8' });
  for (const line of key.split('\n').slice(1, -2)) canaries.watch('a private key in place of a request', line);
  await enroll(400, { ...good('a'), certificate_request: key });
  return texts;
}

/** Secrets where none belong. */
async function strayRequests(server: TestServer, canaries: Canaries): Promise<string[]> {
  const texts: string[] = [];
  const send = async (what: string, make: (secret: string) => [target: string, options: CallOptions]) => {
    const [target, options] = make(canaries.make(what));
    texts.push((await server.call(target, options)).text);
  };
  for (const [what, rawBody] of Object.entries({
    'JSON that is cut off': '{"password": "SECRET"',
    'JSON without quotes': '{"password": SECRET}',
    'JSON with a comma too much': '{"password": "SECRET",,}',
    'JSON with a quote too much': '{"password": "SECRET""}',
    'JSON with a prototype': '{"__proto__": {"password": "SECRET"}}',
    'JSON that is a text': '"SECRET"',
    'JSON that is a list': '["SECRET"]',
    'no JSON at all': 'password=SECRET',
  })) {
    await send(what, (secret) => [ENROLL, { rawBody: rawBody.replace('SECRET', secret) }]);
  }
  await send('a body of another type', (secret) => [
    ENROLL,
    { rawBody: `password=${secret}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ]);
  const withHeader = (name: string, value: (secret: string) => string, as?: null) => async () =>
    send(`the header ${name}`, (secret) => [
      '/v1/ca',
      { headers: { [name]: value(secret) }, ...(as === null ? { as } : {}) },
    ]);
  await withHeader('authorization', (secret) => `Bearer ${secret}`)();
  await withHeader('authorization', (secret) => `Bearer ${secret}`, null)();
  await withHeader('authorization', (secret) => `Bearer ${secret} ${secret}`, null)();
  await withHeader('authorization', (secret) => `Basic ${btoa(`user:${secret}`)}`, null)();
  await withHeader('cookie', (secret) => `session=${secret}`)();
  await withHeader('x-api-key', (secret) => secret, null)();
  await withHeader('x-request-id', (secret) => secret)();
  await withHeader('accept', (secret) => secret)();
  await send('an unknown query parameter', (secret) => [`/v1/ca?password=${secret}`, {}]);
  await send('a query string without a name', (secret) => [`/v1/ca?${secret}`, {}]);
  // The answer may say to its sender what they have sent; nothing else may.
  const shown = texts.length;
  await send('a query parameter with a wrong value', (secret) => [
    `/v1/certificate/${ISSUER}/0A0B0C0D/revoke?reason=${secret}`,
    { method: 'PUT' },
  ]);
  await send('a query of no route', (secret) => [`/v1/nothing?token=${secret}`, {}]);
  await send('a path of no route', (secret) => [`/v1/nothing/${secret}`, {}]);
  await send('a path behind a route', (secret) => [`${ENROLL}/${secret}`, { method: 'POST' }]);
  await send('a path that is not encoded', (secret) => [`/v1/ca/${secret}%ff/createcrl`, { method: 'POST' }]);
  return texts.slice(0, shown);
}

/** Crypto tokens with codes, opened with the right one and with wrong ones. */
async function tokenActs(installation: Installation, canaries: Canaries) {
  const { audit, configuration, storage, tokens } = installation;
  const errors: string[] = [];
  const refused = async (act: Promise<unknown>) =>
    act.then(
      () => assert.fail('the act was not refused'),
      (error: unknown) => errors.push(inspect(error, { depth: 10, showHidden: true })),
    );
  const create = async (name: string, settings: object) =>
    change(installation, 'CRYPTOTOKEN_CREATE', [{ kind: 'create', type: cryptoTokenType.token, name, settings }]);
  const type = 'SoftCryptoToken';
  const code = canaries.make('the code of an automatic token');
  await create('Automatic', { type, autoActivation: true, authenticationCode: code });
  await create('Manual', { type });
  const { id } = await configuration.get(cryptoTokenType, 'Manual');
  const activate = async (given: string) => {
    const { writes, committed } = await planAndCommit(async () => {
      const { epoch } = configuration;
      const plan = await tokens.cryptoTokens.planActivation(id, given);
      const entry = {
        event: 'CRYPTOTOKEN_ACTIVATION',
        outcome: 'SUCCESS',
        actor: { name: 'test', evidence: {} },
      } as const;
      return { unit: audit.unit(plan.writes, [entry], epoch), result: plan };
    }, storage.store);
    await committed();
    return writes;
  };
  await activate(canaries.make('the first code of a token'));
  await refused(activate(canaries.make('a wrong code')));
  await refused(create('Odd', { type, authenticationCode: canaries.make('a code that nobody needs') }));
  await refused(create('Odd', { type, authenticationCode: { value: canaries.make('a code that is an object') } }));
  await refused(create('Odd', { type, pin: canaries.make('a code as an unknown member') }));
  return errors;
}

async function letEnrollAgain(installation: Installation): Promise<void> {
  const settings = await installation.configuration.present(
    await installation.configuration.get(caType, 'ManagementCA'),
  );
  const edited = { ...settings, finishUser: false };
  const edit = { kind: 'change', type: caType.token, name: 'ManagementCA', settings: edited } as const;
  await change(installation, 'CA_EDITING', [edit]);
}

/** Not in the answers, not in the log, the audit log, the metrics, the process's title or any file of the home directory. */
async function assertNowhere(server: TestServer, canaries: Canaries, answers: readonly string[]): Promise<void> {
  for (const answer of answers) assert.deepEqual(canaries.foundIn(answer), [], answer);
  for (const line of server.log) assert.deepEqual(canaries.foundIn(line), [], line);
  for (const { record } of auditRows(server)) assert.deepEqual(canaries.foundIn(record), [], record);
  assert.deepEqual(canaries.foundIn(await (await server.fetchOps('/metrics')).text()), []);
  assert.deepEqual(canaries.foundIn(process.title), []);
  // The log of SQLite is among the files while the server runs.
  assert.deepEqual(canaries.foundUnder(server.home, ['admin']), []);
  await server.running.stop();
  assert.deepEqual(canaries.foundUnder(server.home, ['admin']), []);
}
