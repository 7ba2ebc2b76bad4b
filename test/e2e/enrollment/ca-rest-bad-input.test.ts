/** Requests that are wrong, over the real use cases: what is answered, and that the server goes on. */
import {
  asDer,
  assembleCertificationRequest,
  DistinguishedName,
  encodeCertificationRequestInfo,
  formatPem,
  makeExtension,
  oid,
  parsePem,
  signatureAlgorithmByName,
  subjectAltName,
  writeDer,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { withDatabase } from '../support/installations/server-database.ts';
import {
  assertPlainRefusal,
  assertRefusal,
  createProfiles,
  enroll,
  ENROLL,
  MANAGEMENT_CA_DN,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { certificateRequest, newKeyPair, newRequest } from '../support/enrollment.ts';
import { CA_REST } from '../support/test-server.ts';

const LIST = '/v1/ca';
const JSON_TYPE = { 'content-type': 'application/json' };
const NOT_JSON = 'The request body is not valid JSON. Check the JSON format.';

/** A request with any SubjectPublicKeyInfo, signed with some key or other. */
function requestForKey(publicKey: Uint8Array): string {
  const info = encodeCertificationRequestInfo({
    subject: DistinguishedName.parse('CN=key').der,
    publicKey: asDer<'SubjectPublicKeyInfo'>(publicKey),
  });
  const { privateKey } = newKeyPair();
  const algorithm = signatureAlgorithmByName('SHA256withECDSA');
  return formatPem(
    'CERTIFICATE REQUEST',
    assembleCertificationRequest(info, algorithm, sign('sha256', info, privateKey)),
  );
}

function rsaKey(modulusLength: number, publicExponent?: bigint): Uint8Array {
  if (publicExponent === undefined) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength });
    return publicKey.export({ format: 'der', type: 'spki' });
  }
  const modulus = (1n << BigInt(modulusLength)) - 159n;
  const key = writeDer((writer) => writer.sequence(() => writer.integer(modulus).integer(publicExponent)));
  return writeDer((writer) =>
    writer.sequence(() => writer.sequence(() => writer.oid(oid('1.2.840.113549.1.1.1')).null()).bitString(key)),
  );
}

function explicitCurveKey(): Uint8Array {
  const options = { namedCurve: 'P-256', paramEncoding: 'explicit' } as const;
  return generateKeyPairSync('ec', options).publicKey.export({ format: 'der', type: 'spki' });
}

describe('a certificate request that cannot be taken', () => {
  const shared = sharedServer();
  const good = () => newRequest({ username: 'bad', subject: 'CN=bad' });
  const send = async (certificateRequest: unknown) =>
    shared.server.call(ENROLL, { body: { ...good(), certificate_request: certificateRequest } });
  const der = () => parsePem(certificateRequest('CN=bad', newKeyPair()))[0]!.der;
  afterEach(async () => {
    await enroll(shared.server, good());
  });

  const CASES: readonly [name: string, request: () => unknown, message: RegExp][] = [
    ['is empty', () => '', /^Invalid certificate_request: /],
    ['is not base64', () => '!!!', /^Invalid certificate_request: it is neither PEM nor base64\.$/],
    ['is base64 of something else', () => 'AAAA', /^Invalid certificate_request: /],
    ['is another kind of PEM', () => shared.server.caChain, /the PEM text holds no CERTIFICATE REQUEST\.$/],
    ['is PEM without an end', () => '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n', /^Invalid certificate_request: /],
    ['is truncated', () => der().subarray(0, 100).toBase64(), /^Invalid certificate_request: /],
    ['has octets after its end', () => new Uint8Array([...der(), 0]).toBase64(), /^Invalid certificate_request: /],
    [
      'has a false signature',
      () => certificateRequest('CN=bad', { ...newKeyPair(), privateKey: newKeyPair().privateKey }),
      /the request is not signed with its own ECDSA key and SHA256withECDSA$/,
    ],
    ['has an RSA key of 512 bits', () => requestForKey(rsaKey(512)), /512 bits/],
    ['has an RSA key with a huge exponent', () => requestForKey(rsaKey(2048, (1n << 2000n) + 1n)), /exponent/],
    [
      'has an RSA key with an even modulus',
      () => requestForKey(rsaKey(2048, 3n).fill(0xfe, -200, -100)),
      /^Invalid cert/,
    ],
    ['has explicit curve parameters', () => requestForKey(explicitCurveKey()), /curve/],
    ['has 1 MB of text', () => 'A'.repeat(1024 * 1024), /it has 1048576 characters; 262144 are the most\.$/],
    ['is not text', () => 7, /^Invalid request body: 'certificate_request' must be string\.$/],
    ['is null', () => null, /^Invalid request body: 'certificate_request' must be string\.$/],
  ];
  for (const [name, request, message] of CASES)
    it(`is refused when it ${name}`, async () => {
      assertRefusal(await send(request()), 400, message);
    });

  it('is refused when its subject is empty and the profile wants a name', async () => {
    assertRefusal(
      await send(certificateRequest(new Uint8Array([0x30, 0]), newKeyPair())),
      400,
      /subjectDn\.CN is missing/,
    );
  });

  it('is taken with an empty subject where the profile wants none, with critical alternative names', async () => {
    const { server } = shared;
    await createProfiles(server, 'Nameless', {}, { subjectDn: {} });
    const extensions = [makeExtension(subjectAltName, [{ type: 'dNSName', value: 'only.example' }], false)];
    const subject = new Uint8Array([0x30, 0]);
    const certificate = await enroll(server, requestUnder('Nameless', { username: 'nameless', subject, extensions }));
    const names = certificate.extensions.find((extension) => extension.oid === subjectAltName.oid);
    assert.equal(names!.critical, true);
  });

  it('is taken with 100 alternative names', async () => {
    const names = Array.from({ length: 100 }, (_, index) => ({ type: 'dNSName', value: `n${index}.example` }) as const);
    const extensions = [makeExtension(subjectAltName, names, false)];
    const certificate = await enroll(shared.server, newRequest({ username: 'many', subject: 'CN=many', extensions }));
    assert.equal(certificate.extension(subjectAltName)!.length, 100);
  });
});

describe('a body that cannot be taken', () => {
  const shared = sharedServer();
  const body = () => newRequest({ username: 'body', subject: 'CN=body' }) as Record<string, unknown>;
  const raw = async (rawBody: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
    shared.server.call(ENROLL, { method: 'POST', rawBody, headers });
  afterEach(async () => {
    await enroll(shared.server, body());
  });

  const REQUIRED = [
    'certificate_request',
    'certificate_profile_name',
    'end_entity_profile_name',
    'certificate_authority_name',
    'username',
  ];
  for (const member of REQUIRED)
    it(`is refused without ${member}, or with another type of it, by name`, async () => {
      const { [member]: _, ...rest } = body();
      assertRefusal(
        await shared.server.call(ENROLL, { body: rest }),
        400,
        `Invalid request body: '${member}' must be given.`,
      );
      for (const wrong of [null, 1, true, [], {}])
        assertRefusal(
          await shared.server.call(ENROLL, { body: { ...body(), [member]: wrong } }),
          400,
          `Invalid request body: '${member}' must be string.`,
        );
    });

  it('is refused with another type of an optional member, by name, saying what is right', async () => {
    for (const [member, wrong, right] of [
      ['include_chain', 'true', 'boolean'],
      ['email', 7, 'string'],
      ['password', ['x'], 'string'],
      ['start_time', 0, 'string'],
      ['extension_data', 'x', 'array'],
    ] as const)
      assertRefusal(
        await shared.server.call(ENROLL, { body: { ...body(), [member]: wrong } }),
        400,
        `Invalid request body: '${member}' must be ${right}.`,
      );
    assertRefusal(
      await shared.server.call(ENROLL, { body: { ...body(), custom_data: [{ name: 1, value: 'x' }] } }),
      400,
      "Invalid request body: 'custom_data.0.name' must be string.",
    );
  });

  it('is refused when it is not an object', async () => {
    for (const value of [[], 'text', 1, null, true])
      assertRefusal(await raw(JSON.stringify(value)), 400, 'The request body must be object.');
    assertRefusal(await raw(''), 400, 'The request body must be object.');
  });

  it('is refused with a username that is empty or too long', async () => {
    const empty = await shared.server.call(ENROLL, { body: { ...body(), username: ' ' } });
    assertRefusal(empty, 400, 'username is empty; it has to name the end entity.');
    const long = await shared.server.call(ENROLL, { body: { ...body(), username: 'u'.repeat(256) } });
    assertRefusal(long, 400, "Invalid request body: 'username' must not have more than 255 characters.");
  });

  const LONGEST = {
    certificate_profile_name: 255,
    end_entity_profile_name: 255,
    certificate_authority_name: 255,
    password: 1024,
    account_binding_id: 255,
    email: 255,
    response_format: 64,
    subject_dn: 4096,
    start_time: 64,
    end_time: 64,
  };
  for (const [member, longest] of Object.entries(LONGEST))
    it(`is refused with more than ${longest} characters of ${member}, and repeats none of them`, async () => {
      for (const length of [longest + 1, 9_000_000])
        assertRefusal(
          await shared.server.call(ENROLL, { body: { ...body(), [member]: 'x'.repeat(length) } }),
          400,
          `Invalid request body: '${member}' must not have more than ${longest} characters.`,
        );
    });

  it('is refused with long names or values of further data', async () => {
    for (const [value, where, longest] of [
      [{ name: 'n'.repeat(256), value: '' }, 'name', 255],
      [{ name: 'n', value: 'v'.repeat(4097) }, 'value', 4096],
    ] as const)
      for (const member of ['extension_data', 'custom_data'])
        assertRefusal(
          await shared.server.call(ENROLL, { body: { ...body(), [member]: [value] } }),
          400,
          `Invalid request body: '${member}.0.${where}' must not have more than ${longest} characters.`,
        );
  });

  it('is refused with control characters or lone surrogates in a text', async () => {
    for (const member of ['username', 'email', 'subject_dn', 'certificate_authority_name', 'password'])
      for (const text of ['a\0b', 'a\nb', 'a\u0085b', '\ud800', '\udc00a'])
        assertRefusal(
          await shared.server.call(ENROLL, { body: { ...body(), [member]: text } }),
          400,
          `'${member}' contains control characters or is not valid Unicode text.`,
        );
  });

  it('is refused as plain text when it is not JSON', async () => {
    for (const text of [
      '{',
      '{"a":1,}',
      "{'a':1}",
      'certificate_request=x',
      '\ufeff',
      Buffer.from([0x7b, 0xff, 0x7d]),
    ]) {
      assertPlainRefusal(await raw(text), NOT_JSON);
    }
  });

  it('is refused when it reaches for a prototype, and takes nothing from one', async () => {
    for (const member of ['"__proto__":{"username":"x"}', '"constructor":{"prototype":{"username":"x"}}'])
      assertPlainRefusal(await raw(`{${member}}`), NOT_JSON);
    assert.equal(({} as Record<string, unknown>)['username'], undefined);
    const nested = { ...body(), extension_data: [{ name: '__proto__', value: 'x' }] };
    await enroll(shared.server, nested);
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });

  it('is refused when a member stands twice, at any depth and however it is written', async () => {
    const text = JSON.stringify(newRequest({ username: 'the last', subject: 'CN=twice' })).slice(1);
    for (const [member, name] of [
      ['"username":"the first"', 'username'],
      ['"user\\u006eame":"the first"', 'username'],
      ['"extension_data":[{"name":"a","value":"b","name":"c"}]', 'name'],
      ['"__proto__":1,"__proto__":2', '__proto__'],
    ] as const) {
      const message = `The JSON has the member '${name}' twice in one object. Give each member once.`;
      assertRefusal(await raw(`{${member},${text}`), 400, message);
    }
    assert.deepEqual(
      endEntityNames(shared.server.home).filter((name) => name.startsWith('the ')),
      [],
    );
  });

  it('is refused when it is nested deep or has very many members', async () => {
    const message = 'The JSON of the request body has too many members or is nested too deep.';
    assertRefusal(await raw(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`), 413, message);
    assertRefusal(await raw(`[${'1,'.repeat(1_500_000)}1]`), 413, message);
  });

  it('is refused when it is one octet too large', async () => {
    const limit = 10 * 1024 * 1024;
    const frame = JSON.stringify({ ...body(), padding: '' });
    const padded = (length: number) =>
      frame.replace('"padding":""', `"padding":"${'x'.repeat(length - frame.length)}"`);
    assert.equal((await raw(padded(limit))).status, 200);
    assertRefusal(await raw(padded(limit + 1)), 413, 'The request body is too large.');
  });

  it('is refused when it is of another media type, or compressed', async () => {
    const text = JSON.stringify(body());
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data'])
      assertRefusal(
        await raw(text, { 'content-type': type }),
        415,
        'The Content-Type of the body is not supported here; send application/json.',
      );
    assertRefusal(
      await raw(gzipSync(text), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
      415,
      'The Content-Encoding of the body is not supported; send the body as it is, without compression.',
    );
    assert.equal((await raw(text, { 'content-type': 'application/json; charset=utf-8' })).status, 200);
  });
});

describe('a request that asks for nothing that is there', () => {
  const shared = sharedServer();
  afterEach(async () => {
    assert.equal((await shared.server.call(LIST)).status, 200);
  });

  it('is answered 404, 405 or 406 in the form of the interface', async () => {
    const { server } = shared;
    for (const path of ['/v1/nothing', '/v3/ca', '/v1/ca/x/y/z', '/'])
      assertRefusal(await server.call(path), 404, `There is nothing at '${CA_REST}${path}'.`);
    const wrong = await server.call(ENROLL, { method: 'DELETE' });
    assertRefusal(wrong, 405, 'The method DELETE is not allowed here. Allowed: POST, OPTIONS.');
    assert.equal(wrong.headers['allow'], 'POST, OPTIONS');
    assertRefusal(
      await server.call(LIST, { headers: { accept: 'application/xml' } }),
      406,
      'The answer is application/json, which the Accept header excludes.',
    );
    for (const accept of ['*/*', 'application/*', 'text/html, application/json;q=0.1', ''])
      assert.equal((await server.call(LIST, { headers: { accept } })).status, 200, accept);
  });

  it('takes names of any length that a path can hold', async () => {
    const { server } = shared;
    for (const length of [131, 1000, 4000]) {
      const name = `CN=${'x'.repeat(length - 3)}`;
      const { status, json } = await server.call(`/v1/ca/${name}/getLatestCrl`);
      assert.deepEqual([status, json['crl']], [200, null]);
    }
    assertRefusal(
      await server.call(`/v1/ca/CN=${'x'.repeat(5000)}/getLatestCrl`),
      414,
      'A part of the path is too long.',
    );
  });

  it('refuses control characters and undecodable text in paths and queries', async () => {
    const { server } = shared;
    const message = /contains control characters or is not valid Unicode text\.$/;
    assertRefusal(await server.call('/v1/ca/CN=a%00b/getLatestCrl'), 400, message);
    assertRefusal(await server.call('/v1/ca/CN=a%0d%0ab/getLatestCrl'), 400, message);
    assertRefusal(await server.call(`${LIST}?includeExternal=%ff`), 400, message);
    assertRefusal(await server.call('/v1/ca/CN=%ff/getLatestCrl'), 400, 'The path is not valid percent-encoded UTF-8.');
    assertRefusal(await server.call(`${LIST}?includeExternal=true&includeExternal=true`), 400, /'includeExternal'/);
  });
});

describe('a caller who is nobody', () => {
  const shared = sharedServer();

  it('is told so before anything else is looked at', async () => {
    const { server } = shared;
    const dn = encodeURIComponent(MANAGEMENT_CA_DN);
    const message = 'No client certificate or OAuth token was received, which is needed for authentication.';
    for (const [method, path] of [
      ['GET', '/v1/ca'],
      ['GET', `/v1/ca/${dn}/certificate/download`],
      ['GET', `/v1/ca/${dn}/getLatestCrl`],
      ['POST', `/v1/ca/${dn}/createcrl`],
      ['POST', ENROLL],
      ['PUT', `/v1/certificate/${dn}/zz/revoke?reason=BAD`],
      ['GET', `/v1/certificate/${dn}/zz/revocationstatus`],
    ] as const)
      assertRefusal(await server.call(path, { method, as: null }), 403, message);
    const notJson = { method: 'POST', rawBody: '{', headers: JSON_TYPE, as: null };
    assertRefusal(await server.call(ENROLL, notJson), 403, message);
  });

  it('cannot keep others from being served with connections that say little', async () => {
    const { server } = shared;
    const { hostname, port } = new URL(server.running.urls[0]!);
    // Of several clients: one address has a limit of its own.
    const from = (client: number) => ({ host: hostname, port: Number(port), localAddress: `127.0.0.${client}` });
    const open = Array.from({ length: 1900 }, (_, index) => connect(from(2 + (index % 2))));
    const half = Array.from({ length: 100 }, () => {
      const socket = connectTls({ ...from(4), rejectUnauthorized: false });
      socket.once('secureConnect', () => socket.write(`POST ${CA_REST}${ENROLL} HTTP/1.1\r\nHost: x\r\nContent-Le`));
      return socket;
    });
    const all: Socket[] = [...open, ...half];
    try {
      await Promise.all(all.map(async (socket) => connected(socket)));
      const body = newRequest({ username: 'beside', subject: 'CN=beside' });
      await enroll(server, body);
    } finally {
      for (const socket of all) socket.destroy();
    }
    assert.equal((await server.call(LIST)).status, 200);
  });
});

async function connected(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('connect', resolve).once('error', reject);
  return promise;
}

function endEntityNames(home: string): string[] {
  return withDatabase({ home }, (database) =>
    database
      .prepare('SELECT username FROM end_entity')
      .all()
      .map(({ username }) => username as string),
  );
}
