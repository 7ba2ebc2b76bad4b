/** Text of a server on a terminal: whatever it holds, it writes lines and does nothing else. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { CaServer } from '../../test/ca-server.ts';

/** A title is set, the screen is cleared (C0 and C1), text runs from right to left, a line break for some, a tag of two code units. */
const HOSTILE = 'a\u001b]0;owned\u0007b\u009b2Jc\u202ed\u2028e\u{e0041}f';
/** Whatever may rewrite a terminal. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u;

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

const answer = (body: unknown, status = 200): void => {
  server.intercept = () => ({ status, body });
};

const document = (settings: object) => ({
  type: 'ROLE',
  name: HOSTILE,
  namespace: HOSTILE,
  id: 1,
  version: 1,
  built_in: false,
  usable: true,
  problems: [],
  settings,
});
const ca = { id: 1, name: HOSTILE, type: HOSTILE, status: HOSTILE, subject_dn: HOSTILE, issuer_dn: HOSTILE };
const crl = {
  kind: HOSTILE,
  partition: 0,
  number: 1,
  this_update: HOSTILE,
  next_update: HOSTILE,
  octets: 1,
  imported: false,
};
const certificate = {
  fingerprint: '',
  revocationReason: -1,
  serialNumber: '5A',
  status: 20,
  subjectDN: HOSTILE,
  type: 1,
  udpateTime: 0,
  username: HOSTILE,
};
const service = {
  name: HOSTILE,
  usable: true,
  worker: HOSTILE,
  active: true,
  interval_seconds: 60,
  last_run: { started: HOSTILE, ended: HOSTILE, outcome: HOSTILE, problem: HOSTILE },
  next_run: HOSTILE,
};
const job = {
  name: HOSTILE,
  purpose: HOSTILE,
  ca: HOSTILE,
  state: HOSTILE,
  progress: { [HOSTILE]: 1 },
  problem: HOSTILE,
  created: HOSTILE,
  updated: HOSTILE,
};
const publisher = {
  name: HOSTILE,
  type: HOSTILE,
  state: HOSTILE,
  waiting: 1,
  held: 1,
  oldest: HOSTILE,
  failing_since: HOSTILE,
  next_attempt: HOSTILE,
  last_error: HOSTILE,
  last_success: HOSTILE,
};
const token = { name: HOSTILE, type: HOSTILE, state: HOSTILE, id: 1, auto_activation: true };

describe('text of a server', () => {
  for (const [command, body] of [
    [['status'], { status: HOSTILE, version: HOSTILE, revision: HOSTILE, cas: [ca], publishers: [publisher] }],
    [['ca', 'list'], { cas: [ca] }],
    [['crl', 'list', 'x'], { crls: [crl] }],
    [['cert', 'list', '--limit', '1'], { certificates: [certificate] }],
    [['publisher', 'list'], { publishers: [publisher] }],
    [['service', 'list'], { services: [service] }],
    [['job', 'list'], { jobs: [job] }],
    [['config', 'list', 'ROLE'], { documents: [document({})] }],
    [['config', 'get', 'ROLE', 'x'], document({ [HOSTILE]: [HOSTILE, { b: `${HOSTILE}\n${HOSTILE}` }] })],
    [['token', 'list'], { documents: [document({})], ...token }],
  ] as const) {
    it(`moves no cursor in ${command.join(' ')}, and is the same for programs`, async () => {
      answer(body);
      const { code, out, error } = await server.run(...command);
      assert.equal(code, 0, error);
      assert.doesNotMatch(out, UNPRINTABLE);
      const { out: json } = await server.run(...command, '--json');
      assert.doesNotMatch(json, UNPRINTABLE);
      assert.ok(JSON.stringify(JSON.parse(json)).includes(JSON.stringify(HOSTILE)), json);
    });
  }

  it('moves no cursor in a refusal, whatever form that has', async () => {
    for (const body of [{ error_code: 400, error_message: HOSTILE }, HOSTILE]) {
      answer(body, 400);
      for (const options of [[], ['--json']]) {
        const { code, error } = await server.run('ca', 'list', ...options);
        assert.equal(code, 1);
        assert.doesNotMatch(error, UNPRINTABLE);
      }
    }
  });

  it('is what it was in settings that were written for a file', async () => {
    const settings = { [HOSTILE]: [HOSTILE, 'true', true, 17, { b: `${HOSTILE}\n${HOSTILE}` }], plain: 'text' };
    answer(document(settings));
    const { out } = await server.run('config', 'get', 'ROLE', 'x');
    assert.deepEqual(parse(out), settings);
    answer(document({ plain: 'text' }));
    assert.equal((await server.run('config', 'get', 'ROLE', 'x')).out, 'plain: text\n');
  });

  it('does not get into the file of a request', async () => {
    const request = '-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n';
    answer({ certification_request: `${HOSTILE}\nSubject: x\n${request}${HOSTILE}` });
    const file = server.path('ca.csr');
    assert.equal((await server.run('ca', 'csr', 'x', '--out', file)).code, 0);
    assert.equal(await readFile(file, 'utf8'), request);
    answer({ certification_request: HOSTILE });
    const { code, out, error } = await server.run('ca', 'csr', 'x');
    assert.notEqual(code, 0);
    assert.match(error, /the request in the answer cannot be read/);
    assert.doesNotMatch(out + error, UNPRINTABLE);
  });
});
