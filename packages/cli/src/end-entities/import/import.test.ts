/** Imports with answers that a server seldom gives. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { CaServer, type CannedAnswer, HANG_UP, type SeenRequest } from '../../../test/ca-server.ts';
import { ConnectionError } from '../../errors.ts';
import { EndEntityRest } from '../../rest/end-entity-rest.ts';
import { RestClient } from '../../rest/rest-client.ts';
import { type Import, importFile, survey } from './import.ts';

const HEADER = 'username,password,subject_dn,ca_name,certificate_profile_name\n';
const EMPTY: CannedAnswer = { status: 200, body: '' };

describe('an import', () => {
  let server: CaServer;
  let clients: RestClient[] = [];
  before(async () => {
    server = await CaServer.start();
  });
  after(() => server.close());
  afterEach(() => {
    for (const client of clients) client.close();
    clients = [];
    server.intercept = undefined;
  });

  const connect = async () => {
    const [cert, key, ca] = await Promise.all(
      ['superadmin.crt.pem', 'superadmin.key.pem', 'ca-chain.pem'].map((name) =>
        readFile(server.path(`admin/${name}`), 'utf8'),
      ),
    );
    const open = (path: string) => {
      const url = new URL(path, server.url);
      const client = new RestClient({ server: url, cert, key, ca: [ca!], trust: 'system', timeoutMs: 60_000 });
      clients.push(client);
      return client;
    };
    return new EndEntityRest({ ca: open('/ejbca/ejbca-rest-api'), administration: open('/sealwright/v1') });
  };
  const fileOf = async (name: string, count: number) => {
    const lines = Array.from({ length: count }, (_, at) => `u${at},secret${at},CN=u${at},CA,P\n`);
    await writeFile(server.path(name), HEADER + lines.join(''));
    return server.path(name);
  };
  const imported = async (file: string) => {
    const waits: number[] = [];
    const asked: Import = { file, defaults: {}, update: false };
    const result = await importFile(await connect(), asked, await survey(asked), {
      connections: 4,
      wait: async (milliseconds) => void waits.push(milliseconds),
      onProgress: () => undefined,
      server: server.url,
    });
    const lines = (await readFile(result.report, 'utf8')).split('\n').slice(2, -1);
    return { ...result, lines, waits };
  };
  const isAddition = ({ method, url }: SeenRequest) => method === 'POST' && url.endsWith('/v1/endentity');
  const refusal = (status: number, message: string) => ({
    status,
    body: { error_code: status, error_message: message },
  });

  it('asks a server again that is too busy', async () => {
    let asked = 0;
    server.intercept = () => (asked++ < 2 ? refusal(503, 'Busy.') : EMPTY);
    const { counts, waits } = await imported(await fileOf('busy.csv', 1));
    assert.deepEqual([counts.added, waits], [1, [500, 1000]]);
  });

  it('ends when the server stays away, and goes on in the next run', async () => {
    const file = await fileOf('away.csv', 40);
    const came: string[] = [];
    let isAway = true;
    server.intercept = ({ body }) => {
      const username = String(body['username']);
      if (isAway && Number(username.slice(1)) >= 20) return refusal(503, 'Busy.');
      came.push(username);
      return EMPTY;
    };
    await assert.rejects(imported(file), /the server answered 503/);
    isAway = false;
    const { counts, lines } = await imported(file);
    assert.equal(counts.added, 40);
    assert.equal(lines.length, 40);
    assert.deepEqual(came.toSorted(), Array.from({ length: 40 }, (_, at) => `u${at}`).toSorted());
  });

  it('takes for its own what it finds after an answer that never came', async () => {
    const file = await fileOf('lost.csv', 1);
    let asked = 0;
    server.intercept = (request) => {
      if (!isAddition(request)) return { status: 200, body: record('u0') };
      return asked++ === 0 ? HANG_UP : refusal(400, "The end entity 'u0' already exists.");
    };
    const { counts } = await imported(file);
    assert.equal(counts.added, 1);
  });

  it('reports lines in their order, in whatever order the answers come', async () => {
    const others = Promise.withResolvers<CannedAnswer>();
    let seen = 0;
    server.intercept = (request) => {
      if (++seen === 8) others.resolve(EMPTY);
      return request.body['username'] === 'u0' ? others.promise : EMPTY;
    };
    const { lines } = await imported(await fileOf('order.csv', 8));
    assert.deepEqual(
      lines,
      Array.from({ length: 8 }, (_, at) => `${at + 2},u${at},added,`),
    );
  });

  it('reports requests for approval, made now or before', async () => {
    server.intercept = ({ body }) =>
      body['username'] === 'u0'
        ? { status: 202, body: { request_id: 17, info_message: 'Waits.' } }
        : refusal(400, 'The same waits for approval already, as request 18.');
    const { lines, counts } = await imported(await fileOf('waiting.csv', 2));
    assert.deepEqual(lines, ['2,u0,pending,request 17', '3,u1,pending,request 18']);
    assert.equal(counts.pending, 2);
  });

  it('repeats no password that a refusal repeats', async () => {
    server.intercept = ({ body }) => refusal(422, `too weak: ${String(body['password'])}`);
    const { lines } = await imported(await fileOf('weak.csv', 1));
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /^2,u0,refused,"the reason repeats the password, and is not shown/);
  });

  it('does not tell a short password by what it hides', async () => {
    server.intercept = () => refusal(400, 'The name is malformed.');
    const file = server.path('short.csv');
    await writeFile(file, `${HEADER}u0,a,CN=u0,CA,P\nu1,secret,CN=u1,CA,P\n`);
    const { lines } = await imported(file);
    assert.doesNotMatch(lines[0]!, /lformed/);
    assert.match(lines[0]!, /is not shown/);
    assert.match(lines[1]!, /The name is malformed/);
  });

  it('writes no username into its report that a spreadsheet would compute', async () => {
    const file = server.path('formula.csv');
    const usernames = ["=cmd|' /C calc'!A0", '+1', '-1', '@SUM(A1)', 'a=1'];
    await writeFile(file, HEADER + usernames.map((name) => `${name},,CN=u,CA,P\n`).join(''));
    server.intercept = () => EMPTY;
    const { lines } = await imported(file);
    const expected = usernames.map((name, at) => `${at + 2},${at < 4 ? "'" : ''}${name},added,`);
    assert.deepEqual(lines, expected);
    // The next run takes the lines over as they are.
    server.intercept = () => refusal(400, 'Not again.');
    assert.deepEqual((await imported(file)).lines, expected);
  });

  it('goes on behind a line of its report that was cut off', async () => {
    const file = await fileOf('torn.csv', 3);
    const usernames: unknown[] = [];
    server.intercept = ({ body }) => {
      usernames.push(body['username']);
      return body['username'] === 'u2' ? HANG_UP : EMPTY;
    };
    await assert.rejects(imported(file), ConnectionError);
    const part = `${file}.report.csv.part`;
    const text = await readFile(part, 'utf8');
    assert.match(text, /^3,u1,added,\n$/m);
    // As if the machine had ended in the middle of a write: what is there looks like a line.
    await writeFile(part, text.slice(0, -1));
    usernames.length = 0;
    server.intercept = ({ body }) => {
      usernames.push(body['username']);
      return EMPTY;
    };
    const { lines } = await imported(file);
    assert.deepEqual(lines, ['2,u0,added,', '3,u1,added,', '4,u2,added,']);
    assert.deepEqual(usernames, ['u1', 'u2']);
  });
});

function record(username: string): object {
  return {
    username,
    subject_dn: `CN=${username}`,
    ca_name: 'CA',
    certificate_profile_name: 'P',
    end_entity_profile_name: 'EMPTY',
    token: 'USERGENERATED',
    status: 'NEW',
    has_password: true,
    key_recoverable: false,
    extension_data: [],
    custom_data: [],
    created: '2031-05-01T10:00:00.000Z',
    modified: '2031-05-01T10:00:00.000Z',
    version: 1,
  };
}
