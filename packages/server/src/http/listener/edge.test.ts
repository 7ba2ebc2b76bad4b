import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../../../test/eventually.ts';
import type { IssuedCertificate } from '../../modules/ca/index.ts';
import { type CaRestFixture, ENROLLMENT_BODY, startCaRest } from '../../../test/http/ca-rest-fixture.ts';
import type { TestRequest } from '../../../test/http/request.ts';
import { partlyDone } from '../../kernel/errors.ts';
import { CaNotFoundError } from '../../modules/ca/index.ts';

const ENROLL = '/v1/certificate/pkcs10enroll';
const REVOKE = '/v1/certificate/CN=CA/1A/revoke';

describe('the HTTP edge', () => {
  let rest: CaRestFixture;
  before(async () => {
    rest = await startCaRest();
  });
  after(async () => rest.stop());
  beforeEach(() => {
    rest.calls.length = 0;
    rest.logged.length = 0;
    const der = new Uint8Array([0x30, 0]);
    rest.answers = {
      listCas: () => [],
      latestCrl: () => undefined,
      enrollWithRequest: () => ({
        outcome: 'issued',
        certificate: { der, serialNumber: '1a' } as unknown as IssuedCertificate,
        chain: [der],
      }),
      revoke: () => ({
        outcome: 'done',
        state: { reason: 'SUPERSEDED', revokedAt: 0, invalidity: undefined },
      }),
    };
  });

  async function post(body: unknown, more: TestRequest = {}) {
    const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    return rest.ask(ENROLL, {
      method: 'POST',
      body: text,
      ...more,
      headers: { 'content-type': 'application/json', ...more.headers },
    });
  }

  /** Asserts the refusal that clients know as plain text. */
  async function assertNotJson(answer: ReturnType<CaRestFixture['ask']>): Promise<void> {
    const { status, headers, text } = await answer;
    assert.deepEqual([status, headers['content-type']], [400, 'text/plain; charset=utf-8']);
    assert.equal(text, 'The request body is not valid JSON. Check the JSON format.');
    assert.deepEqual(rest.calls, [], 'a use case was asked');
  }

  async function assertRefused(
    answer: ReturnType<CaRestFixture['ask']>,
    status: number,
    pattern: RegExp,
  ): Promise<void> {
    const { status: actual, text, json, headers } = await answer;
    assert.equal(actual, status, text);
    assert.equal(headers['content-type'], 'application/json');
    const { error_code: code, error_message: message } = json() as { error_code: number; error_message: string };
    assert.equal(code, status);
    assert.match(message, pattern);
    assert.deepEqual(rest.calls, [], 'a use case was asked');
  }

  it('answers a path that it does not have with 404 in the form of the interface', async () => {
    await assertRefused(rest.ask('/v1/nothing'), 404, /nothing at/);
    await assertRefused(
      rest.ask('/v1/nothing', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
      404,
      /nothing/,
    );
  });

  it('says that nothing was done, but not of a failure after a part was done', async () => {
    const outcomeOf = async (failure: unknown) => {
      rest.answers.enrollWithRequest = () => {
        throw failure;
      };
      return (await post(ENROLLMENT_BODY)).headers['x-outcome'];
    };
    assert.equal(await outcomeOf(CaNotFoundError.byName('X')), 'not-done');
    assert.equal(await outcomeOf(partlyDone(CaNotFoundError.byName('X'))), undefined);
  });

  it('answers a wrong method with 405 and Allow (RFC 9110 §15.5.6)', async () => {
    const answer = await rest.ask('/v1/ca', { method: 'DELETE' });
    assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS');
    await assertRefused(Promise.resolve(answer), 405, /DELETE/);
    const revoke = await rest.ask(REVOKE, { method: 'POST', body: '{}' });
    assert.equal(revoke.headers['allow'], 'PUT, OPTIONS');
    assert.equal(revoke.status, 405);
    for (const method of ['TRACE', 'QUERY']) assert.equal((await rest.ask('/v1/ca', { method })).status, 405, method);
  });

  it('answers OPTIONS with Allow', async () => {
    const { status, headers } = await rest.ask(ENROLL, { method: 'OPTIONS' });
    assert.deepEqual([status, headers['allow']], [204, 'POST, OPTIONS']);
  });

  it('answers 406 when Accept excludes JSON, and serves every client that does not say', async () => {
    await assertRefused(rest.ask('/v1/ca', { headers: { accept: 'text/html' } }), 406, /application\/json/);
    await assertRefused(rest.ask('/v1/ca', { headers: { accept: 'text/html, */*;q=0' } }), 406, /application\/json/);
    const { status, headers } = await rest.ask('/v1/ca');
    assert.deepEqual([status, headers['content-type']], [200, 'application/json']);
    assert.equal((await rest.ask('/v1/ca', { headers: { accept: 'text/html, application/*;q=0.5' } })).status, 200);
  });

  it('answers 415 to a body of another type, and to one without a type', async () => {
    await assertRefused(
      post('a=b', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      415,
      /Content-Type/,
    );
    await assertRefused(rest.ask(ENROLL, { method: 'POST', body: '{}' }), 415, /Content-Type/);
  });

  it('answers 413 to a body over the limit of the route, announced or not', async () => {
    const large = `"${'a'.repeat(10 * 1024 * 1024)}"`;
    await assertRefused(post(large, { headers: { 'content-length': String(large.length) } }), 413, /too large/);
    await assertRefused(post(large, { headers: { 'transfer-encoding': 'chunked' } }), 413, /too large/);
  });

  it('takes a body of almost 10 MiB', async () => {
    assert.equal((await post({ ...ENROLLMENT_BODY, certificate_request: 'A'.repeat(10_000_000) })).status, 200);
  });

  it('refuses a large body of many members before it is parsed', async () => {
    await assertRefused(post(`[${'{},'.repeat(600_000)}{}]`), 413, /too many/);
  });

  it('refuses nesting that no request needs', async () => {
    await assertRefused(
      post({ ...ENROLLMENT_BODY, more: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown }),
      413,
      /deep/,
    );
    await assertRefused(post(`${'['.repeat(500_000)}${']'.repeat(500_000)}`), 413, /deep/);
  });

  it('refuses what is not JSON', async () => {
    for (const body of ['{"username":', '{a:1}', '\u0000', '{"a":1}}', Uint8Array.of(0x22, 0xff, 0x22)])
      await assertNotJson(post(body));
    // Also where no body is asked for.
    await assertNotJson(
      rest.ask(REVOKE, { method: 'PUT', body: '{', headers: { 'content-type': 'application/json' } }),
    );
  });

  it('refuses members that reach for a prototype', async () => {
    await assertNotJson(post('{"__proto__":{"username":"mallory"}}'));
    await assertNotJson(post('{"constructor":{"prototype":{"username":"mallory"}}}'));
    await assertNotJson(post('{"username":{"in":[{"__proto__":{}}]}}'));
    await assertNotJson(post('[{"constructor":{"prototype":1}}]'));
  });

  it('refuses a body that is compressed (RFC 9110 §8.4)', async () => {
    const answer = await post(gzipSync('{}'), { headers: { 'content-encoding': 'gzip' } });
    assert.deepEqual([answer.status, answer.headers['accept-encoding']], [415, 'identity']);
  });

  it('skips a byte order mark', async () => {
    assert.equal((await post(`\ufeff${JSON.stringify(ENROLLMENT_BODY)}`)).status, 200);
  });

  it('takes an empty body with a JSON content type for no body', async () => {
    const put = { method: 'PUT', headers: { 'content-type': 'application/json', 'content-length': '0' } };
    assert.equal((await rest.ask(`${REVOKE}?reason=SUPERSEDED`, put)).status, 200);
    rest.calls.length = 0;
    await assertRefused(post(''), 400, /request body/);
  });

  it('takes an empty body of any type for no body', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
    assert.equal((await rest.ask(`${REVOKE}?reason=SUPERSEDED`, { method: 'PUT', headers })).status, 200);
  });

  it('refuses control characters and lone surrogates wherever text stands', async () => {
    await assertRefused(rest.ask('/v1/ca/CN=a%0Ab/getLatestCrl'), 400, /'issuer_dn'/);
    await assertRefused(rest.ask('/v1/ca/CN=a%7F/getLatestCrl'), 400, /'issuer_dn'/);
    await assertRefused(rest.ask(`${REVOKE}?reason=a%00`, { method: 'PUT' }), 400, /'reason'/);
    await assertRefused(rest.ask('/v1/ca?x%0D=1'), 400, /query/);
    await assertRefused(post({ ...ENROLLMENT_BODY, username: 'a\u0000b' }), 400, /'username'/);
    await assertRefused(post({ ...ENROLLMENT_BODY, username: 'a\nb' }), 400, /'username'/);
    await assertRefused(post({ ...ENROLLMENT_BODY, username: 'a\u0085b' }), 400, /'username'/);
    await assertRefused(
      post(JSON.stringify({ ...ENROLLMENT_BODY, username: '@' }).replace('@', '\\ud800')),
      400,
      /'username'/,
    );
    await assertRefused(post({ ...ENROLLMENT_BODY, custom_data: [{ name: 'a', value: '\u0007' }] }), 400, /'value'/);
    await assertRefused(post({ ...ENROLLMENT_BODY, 'un\u0000known': 1 }), 400, /body/);
    await assertRefused(post({ ...ENROLLMENT_BODY, certificate_request: 'MIIC\u0000' }), 400, /'certificate_request'/);
  });

  it('refuses what is not percent-encoded UTF-8', async () => {
    await assertRefused(rest.ask('/v1/ca/%FF/getLatestCrl'), 400, /path/);
    await assertRefused(rest.ask('/v1/ca/%/getLatestCrl'), 400, /path/);
    await assertRefused(rest.ask('/v1/ca?includeExternal=%C3'), 400, /includeExternal/);
  });

  it('decodes names in paths once', async () => {
    await rest.ask(`/v1/ca/${encodeURIComponent('CN=a/b?c%2F#é, O=ü+x;y')}/getLatestCrl`);
    assert.equal(rest.calls[0]!.arguments[0], 'CN=a/b?c%2F#é, O=ü+x;y');
  });

  it('takes names of 4096 characters and refuses longer ones', async () => {
    assert.equal((await rest.ask(`/v1/ca/${'a'.repeat(4096)}/getLatestCrl`)).status, 200);
    rest.calls.length = 0;
    await assertRefused(rest.ask(`/v1/ca/${'a'.repeat(4097)}/getLatestCrl`), 414, /too long/);
  });

  it('ignores a slash at the end', async () => {
    assert.equal((await rest.ask('/v1/ca/')).status, 200);
  });

  it('converts nothing in a body', async () => {
    await assertRefused(post({ ...ENROLLMENT_BODY, include_chain: 'true' }), 400, /'include_chain'/);
    await assertRefused(post({ ...ENROLLMENT_BODY, username: 5 }), 400, /'username'/);
    await assertRefused(post({ ...ENROLLMENT_BODY, username: null }), 400, /'username'/);
    await assertRefused(post([]), 400, /request body/);
    await assertRefused(post('null'), 400, /request body/);
  });

  it('names a missing member', async () => {
    await assertRefused(post({ ...ENROLLMENT_BODY, username: undefined }), 400, /'username' must be given/);
  });

  it('ignores members that it does not know', async () => {
    assert.equal((await post({ ...ENROLLMENT_BODY, unknown: { x: [1] }, toString: 1 })).status, 200);
  });

  it('reads booleans of a query in any letter case and refuses other words and repetitions', async () => {
    for (const text of ['true', 'True', 'TRUE']) await rest.ask(`/v1/ca?includeExternal=${text}`);
    assert.deepEqual(
      rest.calls.map(({ arguments: [options] }) => options),
      [{ includeExternal: true }, { includeExternal: true }, { includeExternal: true }],
    );
    rest.calls.length = 0;
    for (const text of ['1', 'yes', 'constructor', 'true&includeExternal=true'])
      await assertRefused(rest.ask(`/v1/ca?includeExternal=${text}`), 400, /includeExternal/);
    await assertRefused(rest.ask('/v1/ca/x/getLatestCrl?crlPartitionIndex=1e3'), 400, /crlPartitionIndex/);
  });

  it('gives every answer an id that is in the log', async () => {
    const { headers } = await rest.ask('/v1/ca', { headers: { 'x-request-id': 'forged' } });
    assert.match(String(headers['x-request-id']), /^[0-9a-f]{32}$/);
    const refused = await rest.ask('/v1/ca/%FF/getLatestCrl');
    const ids = [headers['x-request-id'], refused.headers['x-request-id']];
    const logged = () => rest.logged.map(({ requestId }) => requestId).filter((id) => ids.includes(id as string));
    await eventually('both lines', () => logged().length >= 2);
    assert.deepEqual(logged(), ids);
  });

  it('logs one line a request with the caller, and nothing secret', async () => {
    await rest.ask(`${REVOKE}?reason=SUPERSEDED&secret=hunter2`, {
      method: 'PUT',
      headers: { authorization: 'Bearer hunter2' },
    });
    await eventually('the line', () => rest.logged.length > 0);
    assert.equal(rest.logged.length, 1);
    const [{ milliseconds, requestId, ...line } = {}] = rest.logged;
    assert.ok(typeof milliseconds === 'number' && typeof requestId === 'string');
    assert.deepEqual(line, {
      method: 'PUT',
      path: `/ejbca/ejbca-rest-api${REVOKE}`,
      status: 200,
      remoteAddress: '127.0.0.1',
      proxy: undefined,
      caller: 'CN=client',
      operation: 'v1.certificate.revoke',
      failure: undefined,
      remarks: undefined,
      message: 'request',
    });
  });

  it('answers a failure of its own with General failure and logs it', async () => {
    rest.answers.listCas = () => {
      throw new TypeError('secret of the inside');
    };
    const { status, text } = await rest.ask('/v1/ca');
    assert.deepEqual([status, text], [500, '{"error_code":500,"error_message":"General failure."}']);
    assert.ok(rest.logged.some(({ level, err }) => level === 'error' && err instanceof TypeError));
  });

  it('refuses headers over 32 KiB and what is not HTTP', async () => {
    assert.match(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /);
    assert.match(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(4_000_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /);
    assert.match(await raw('\u0016\u0003\r\n\r\n'), /^HTTP\/1\.1 400 /);
    assert.match(
      await raw('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'),
      /^HTTP\/1\.1 400 /,
    );
  });

  it('refuses a request without a host, with two, or with an invalid one (RFC 9112 §3.2)', async () => {
    const ask = async (path: string, ...hosts: readonly string[]) => {
      const headers = hosts.map((host) => `Host: ${host}\r\n`).join('');
      return (await raw(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)).split('\r\n', 1)[0];
    };
    const path = '/ejbca/ejbca-rest-api/v1/ca/status';
    for (const host of ['localhost', 'localhost:8443', '127.0.0.1', '[::1]:8443', ''])
      assert.equal(await ask(path, host), 'HTTP/1.1 200 OK', host);
    assert.equal(await ask(path), 'HTTP/1.1 400 Bad Request');
    for (const refused of [['a', 'b'], ['a', 'a'], ['a b'], ['a, b'], ['http://a/'], ['[::1']])
      assert.equal(await ask(path, ...refused), 'HTTP/1.1 400 Bad Request', refused.join());
    assert.equal(await ask('/nowhere', 'a', 'b'), 'HTTP/1.1 400 Bad Request');
  });

  async function raw(text: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const socket = connect({ port: Number(new URL(rest.url).port), host: '127.0.0.1', ca: rest.ca.certificate }, () =>
      socket.write(text),
    );
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer)).on('error', reject);
    return promise;
  }
});
