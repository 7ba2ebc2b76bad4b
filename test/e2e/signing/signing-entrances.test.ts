/** The ways of documents to a worker and back, whatever the worker does: the process operation in its three forms, and the servlets. */
import assert from 'node:assert/strict';
import { createPublicKey, type KeyObject, randomBytes, verify } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { eventually } from '../../eventually.ts';

const PLAIN = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner',
  CRYPTOTOKEN: 'Signing',
  DEFAULTKEY: 'ec',
  AUTHTYPE: 'NOAUTH',
};
const HEADER = { 'x-keyfactor-requested-with': 'test' };
const JSON_ANSWER = { ...HEADER, accept: 'application/json' };
const FILE_ANSWER = { ...HEADER, accept: 'application/octet-stream' };

describe('the entrances of the signing service', () => {
  const shared = sharedServer();
  let key: KeyObject;

  before(async () => {
    const { server } = shared;
    await makeSigningToken(server, 'Signing', { ec: ['EC', 'P-256'] });
    await makeWorker(server, 'Plain', PLAIN);
    const {
      configuration,
      tokens: { cryptoTokens: tokens },
    } = server.running.installation;
    const token = await configuration.find({ token: 'CRYPTOTOKEN', parse: () => undefined }, 'Signing');
    const { publicKey } = await tokens.getKeyPair(token!.id, 'ec');
    key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  });

  const signs = (data: Uint8Array | string, signature: Uint8Array) =>
    assert.ok(verify('sha256', Buffer.from(data), key, signature), 'the signature is not over these octets');
  const url = (target: string) => new URL(`/signserver${target}`, shared.server.running.urls[1]);
  const post = (
    target: string,
    body: string | FormData | URLSearchParams | Blob,
    headers: Record<string, string> = {},
  ) => fetch(url(target), { method: 'POST', body, headers });
  const upload = (parts: Readonly<Record<string, string | File>>, headers: Record<string, string> = JSON_ANSWER) => {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.append(name, part);
    return post('/rest/v1/workers/Plain/process', form, headers);
  };
  const signatureOf = async (answer: Response) =>
    Buffer.from(((await answer.json()) as { readonly data: string }).data, 'base64');
  const errorOf = async (answer: Response) => ((await answer.json()) as { readonly error: string }).error;
  const limits = (settings: Readonly<Record<string, number>>) =>
    shared.server.administer('/documents/SIGNINGCONFIG/signing-configuration', { method: 'PUT', body: { settings } });

  describe('JSON', () => {
    it('is base64 or text, and may be empty', async () => {
      for (const [body, octets] of [
        [{ data: 'AP8=', encoding: 'BASE64' }, Uint8Array.of(0, 255)],
        [{ data: ' A P\n8 = ', encoding: 'BASE64' }, Uint8Array.of(0, 255)],
        [{ data: 'äöü\n', encoding: 'NONE' }, Buffer.from('äöü\n')],
        [{ data: '', encoding: null, metaData: null }, Buffer.from('')],
        [{ data: 'x', metaData: { a: true, b: 5 }, WorkerID: 5, filename: 'x' }, Buffer.from('x')],
      ] as const) {
        const answer = await signing(shared.server, '/workers/Plain/process', { body });
        assert.equal(answer.status, 200, answer.text);
        signs(octets, Buffer.from(answer.json['data'] as string, 'base64'));
      }
    });

    it('is refused without a document, with another encoding, and when it is not base64', async () => {
      for (const [body, text] of [
        [{}, 'Missing data in request'],
        [{ metaData: {} }, 'Missing data in request'],
        [{ data: null }, 'Missing data in request'],
        [{ data: '***', encoding: 'BASE64' }, 'Incorrect base64 data'],
        [{ data: 'x', encoding: 'base64' }, /encoding/],
        [{ data: 5 }, /data/],
        [{ data: 'x', metaData: { a: 'line\nbreak' } }, /'a' contains control characters/],
        [{ data: 'x', metaData: { 'line\nbreak': 'a' } }, /'body' contains control characters/],
        [{ data: 'x\ud800' }, /'data' contains .* not valid Unicode text/],
        [{ data: 'x', other: ['\udfff'] }, /not valid Unicode text/],
        [{ data: 'x', 'a\u0001': '\udfff' }, /'body' contains .* not valid Unicode text/],
      ] as const) {
        const answer = await signing(shared.server, '/workers/Plain/process', { body });
        assert.equal(answer.status, 400, answer.text);
        const { error, errorMessage, errorCode } = answer.json;
        assert.equal(errorCode, 400);
        assert.equal(error, errorMessage);
        if (typeof text === 'string') assert.equal(error, text);
        else assert.match(error as string, text);
      }
    });

    it('is any Unicode text, and so are members that mean nothing', async () => {
      const data = 'a\f\b\u001b\u0000\u0001\u007f\u0085\u2028\r\n';
      for (const body of [{ data }, { data, encoding: 'NONE', other: [data, { [data]: data }], [data]: 1 }]) {
        const answer = await signing(shared.server, '/workers/Plain/process', { body });
        assert.equal(answer.status, 200, answer.text);
        signs(data, Buffer.from(answer.json['data'] as string, 'base64'));
      }
      // Line breaks of a field would become those of HTTP.
      const field = data.replaceAll('\n', '').replaceAll('\r', '');
      signs(field, await signatureOf(await upload({ data: field })));
    });

    it('reaches no prototype', async () => {
      for (const rawBody of ['{"data":"x","__proto__":{}}', '{"data":"x","other":{"constructor":{"prototype":1}}}']) {
        const answer = await signing(shared.server, '/workers/Plain/process', { rawBody });
        assert.equal(answer.status, 400, rawBody);
      }
    });

    it('is refused with more metadata than workers read', async () => {
      const metaData = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [index, '']));
      const answer = await signing(shared.server, '/workers/Plain/process', { body: { data: 'x', metaData } });
      assert.equal(answer.status, 413);
      assert.match(answer.json['error'] as string, /^The metadata of the request has too many entries/);
    });

    it('is answered with 400 when it is invalid', async () => {
      const answer = await signing(shared.server, '/workers/Plain/process', { rawBody: 'Text' });
      assert.deepEqual([answer.status, answer.json['error']], [400, 'Bad request from the client']);
    });

    it('has to be wanted as an answer', async () => {
      const body = JSON.stringify({ data: 'x' });
      const json = { ...HEADER, 'content-type': 'application/json' };
      const java = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
      for (const [accept, status] of [
        ['*/*', 200],
        [java, 200],
        ['text/plain', 406],
      ] as const) {
        const answer = await post('/rest/v1/workers/Plain/process', body, { ...json, accept });
        assert.equal(answer.status, status);
      }
      const without = await signing(shared.server, '/workers/Plain/process', {
        body: { data: 'x' },
        headers: { accept: '' },
      });
      assert.equal(without.status, 406);
    });

    it('is refused when it is longer than the setting, announced or not', async () => {
      await limits({ maxJsonOctets: 1000 });
      const fits = JSON.stringify({ data: 'x'.repeat(1000 - 11) });
      const json = { ...JSON_ANSWER, 'content-type': 'application/json' };
      assert.equal((await post('/rest/v1/workers/Plain/process', fits, json)).status, 200);
      const announced = await post('/rest/v1/workers/Plain/process', `${fits} `, json);
      assert.equal(announced.status, 413);
      assert.equal(await errorOf(announced), 'Maximum content length is 1000 bytes (maxJsonOctets)');
      const chunked = await chunkedPost(url('/rest/v1/workers/Plain/process'), [fits, ' '], json);
      assert.equal(chunked, 413);
      await limits({});
    });
  });

  describe('a form', () => {
    it('is refused in a field when it is not text in the character set of the field', async () => {
      const form = (field: string, octets: string) =>
        ['--x', `Content-Disposition: form-data; name="${field}"`, '', octets, '--x--', ''].join('\r\n');
      const sent = (target: string, body: string, headers: Record<string, string>) =>
        post(target, new Blob([Buffer.from(body, 'latin1')]), headers);
      const multipart = { ...JSON_ANSWER, 'content-type': 'multipart/form-data; boundary=x' };
      for (const field of ['data', 'REQUEST_METADATA', 'REQUEST_METADATA.REASON', 'pdfPassword', 'metadata']) {
        const answer = await sent('/rest/v1/workers/Plain/process', form(field, 'Straße'), multipart);
        assert.equal(answer.status, 400, field);
        assert.match(
          await errorOf(answer),
          field === 'data' ? /'data' .* not valid Unicode text/ : /not valid Unicode/,
        );
      }
      const encoded = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await sent('/process?workerName=Plain', 'data=Stra%DFe', encoded);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /'data' .* not valid Unicode text/);
      signs('Straße', await (await sent('/process?workerName=Plain', 'data=Stra%C3%9Fe', encoded)).bytes());
      // A field that means nothing may be anything.
      const withOther = `${form('comment', 'Straße').slice(0, -'--x--\r\n'.length)}${form('data', 'x')}`;
      signs('x', await signatureOf(await sent('/rest/v1/workers/Plain/process', withOther, multipart)));
    });

    it('is answered with JSON or with the file, as the client asks', async () => {
      const file = new File(['Some text'], 'HelloDeb.txt');
      const json = await upload({ txt: file });
      assert.equal(json.status, 200);
      signs('Some text', await signatureOf(json));
      const octets = await upload({ txt: file }, FILE_ANSWER);
      assert.equal(octets.status, 200);
      assert.equal(octets.headers.get('content-type'), 'application/octet-stream');
      assert.equal(
        octets.headers.get('content-disposition'),
        `attachment; filename="HelloDeb.txt.sig"; filename*=UTF-8''HelloDeb.txt.sig`,
      );
      signs('Some text', await octets.bytes());
    });

    it('says which answer it wants', async () => {
      for (const accept of ['*/*', 'text/html']) {
        const answer = await upload({ txt: new File(['x'], 'x') }, { ...HEADER, accept });
        assert.equal(answer.status, 406);
        assert.equal(await errorOf(answer), 'Not Acceptable');
      }
    });

    it('has its first file signed, or its data when there is none', async () => {
      const two = await upload({ a: new File(['first'], 'a'), b: new File(['second'], 'b') });
      signs('first', await signatureOf(two));
      signs('from the field', await signatureOf(await upload({ data: 'from the field' })));
      const none = await upload({ other: 'x' });
      assert.deepEqual([none.status, await errorOf(none)], [400, 'Missing file content in upload']);
    });

    it('is decoded where it says so', async () => {
      const encoded = new File([Buffer.from('decoded').toString('base64')], 'x');
      signs('decoded', await signatureOf(await upload({ x: encoded, encoding: 'base64' })));
      signs('as it is', await signatureOf(await upload({ x: new File(['as it is'], 'x'), encoding: 'NONE' })));
      for (const text of ['no base64!', 'QQ==QQ==', 'Q']) {
        const bad = await upload({ x: new File([text], 'x'), encoding: 'base64' });
        assert.deepEqual([bad.status, await errorOf(bad)], [400, 'Incorrect base64 data'], text);
      }
    });

    it('has one of three process types, or none', async () => {
      const file = new File(['x'], 'x');
      assert.equal((await upload({ file, processType: 'signDocument' })).status, 200);
      const bad = await upload({ file, processType: 'foo' });
      assert.deepEqual([bad.status, await errorOf(bad)], [400, 'Illegal process type.']);
    });

    it('names the answer after the file, without directories, or as the metadata says', async () => {
      const given = await upload({ file: new File(['x'], 'C:\\dir/Größe (1).txt') }, FILE_ANSWER);
      assert.equal(
        given.headers.get('content-disposition'),
        `attachment; filename="Gr__e (1).txt.sig"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.txt.sig`,
      );
      const named = await upload(
        {
          file: new File(['x'], 'x'),
          REQUEST_METADATA: 'FILENAME=many.bin',
          'REQUEST_METADATA.FILENAME': '../other.bin',
        },
        FILE_ANSWER,
      );
      assert.match(named.headers.get('content-disposition')!, /filename="other\.bin\.sig"/);
    });

    it('has its metadata in a part `metadata`, too: as JSON, as properties, or one by one', async () => {
      const file = new File(['x'], 'x');
      const nameOf = async (parts: Record<string, string | File>) =>
        (await upload({ file, ...parts }, FILE_ANSWER)).headers.get('content-disposition');
      for (const parts of [
        { metadata: '{"FILENAME":"a.bin","n":1,"b":true,"z":null}' },
        { metadata: 'FILENAME=a.bin' },
        { 'metadata.FILENAME': 'a.bin' },
        { metadata: '{"FILENAME":"b.bin"}', 'metadata.FILENAME': 'a.bin' },
        { metadata: '{"FILENAME":"b.bin"}', REQUEST_METADATA: 'FILENAME=a.bin' },
      ])
        assert.match((await nameOf(parts)) ?? '', /filename="a\.bin\.sig"/, JSON.stringify(parts));
      for (const metadata of ['{"FILENAME":', '{"FILENAME":{"a":"b"}}', 'a=\\u00']) {
        const malformed = await upload({ file, metadata });
        const told = 'Malformed properties given using metadata.';
        assert.deepEqual([malformed.status, await errorOf(malformed)], [400, told], metadata);
      }
      assert.equal((await upload({ file, metadata: '{"a":"1","a":"2"}' })).status, 400);
      assert.equal((await upload({ file, metadata: '{"a":"x\\ny"}' })).status, 400);
    });

    it('is refused with invalid metadata, and with line breaks in it', async () => {
      const file = new File(['x'], 'x');
      const malformed = await upload({ file, REQUEST_METADATA: 'a=\\u00' });
      assert.deepEqual(
        [malformed.status, await errorOf(malformed)],
        [400, 'Malformed properties given using REQUEST_METADATA.'],
      );
      const lines = await upload({ file, 'REQUEST_METADATA.a': 'x\ny' });
      assert.equal(lines.status, 400);
      assert.match(await errorOf(lines), /REQUEST_METADATA\.a/);
    });

    // In memory, and in a file.
    for (const octets of [14_677, 3_000_000])
      it(`may hold as many octets as the setting says, ${octets}, and not one more`, async () => {
        const file = new File([randomBytes(octets)], 'sample.pdf');
        await limits({ maxUploadOctets: octets });
        for (const headers of [JSON_ANSWER, FILE_ANSWER]) assert.equal((await upload({ file }, headers)).status, 200);
        await limits({ maxUploadOctets: octets - 1 });
        for (const headers of [JSON_ANSWER, FILE_ANSWER]) {
          const answer = await upload({ file }, headers);
          assert.deepEqual([answer.status, answer.headers.get('content-type')], [413, 'application/json']);
          assert.equal(await errorOf(answer), `Maximum content length is ${octets - 1} bytes (HTTP_MAX_UPLOAD_SIZE)`);
        }
        await limits({});
      });

    it('is signed whole when it is larger than memory holds, and nothing of it stays', async () => {
      const octets = randomBytes(5_000_000);
      signs(octets, await signatureOf(await upload({ file: new File([octets], 'x') })));
      const encoded = new File([octets.toString('base64')], 'x');
      signs(octets, await signatureOf(await upload({ file: encoded, encoding: 'base64' })));
      assert.deepEqual(readdirSync(path.join(shared.server.home, 'spool')), []);
    });

    it('is refused when it ends before its end, with no boundary, and with too many texts', async () => {
      const form = (body: string, boundary = '; boundary=x') =>
        post('/rest/v1/workers/Plain/process', body, {
          ...JSON_ANSWER,
          'content-type': `multipart/form-data${boundary}`,
        });
      const part = '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\ntext';
      assert.equal((await form(part)).status, 400);
      assert.equal((await form(`${part}\r\n--x--\r\n`, '')).status, 400);
      assert.equal((await form(`${part}\r\n--x--\r\n`)).status, 200);
      const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n';
      assert.equal((await form(`${field.repeat(100)}${part}\r\n--x--\r\n`)).status, 413);
    });
  });

  describe('a servlet', () => {
    it('signs a whole body, and names the worker in the query or in the path', async () => {
      for (const target of [
        '/process?workerName=Plain',
        '/process?workerId=6',
        '/worker/Plain',
        '/tsa?workerName=plain',
      ]) {
        const answer = await post(target, 'as it is', { 'content-type': 'application/whatever' });
        assert.equal(answer.status, 200, target);
        signs('as it is', await answer.bytes());
      }
    });

    it('takes forms of both kinds and queries', async () => {
      const form = new FormData();
      form.append('workerName', 'Plain');
      form.append('filerecievefile', new File(['in a form'], 'x.txt'));
      const multipart = await post('/process', form);
      assert.match(multipart.headers.get('content-disposition')!, /filename="x\.txt\.sig"/);
      signs('in a form', await multipart.bytes());
      const fields = { workerName: 'Plain', data: 'aW4gdGV4dA==', encoding: 'base64' };
      signs('in text', await (await post('/process', new URLSearchParams(fields))).bytes());
      signs('in text', await (await fetch(url(`/process?${new URLSearchParams(fields).toString()}`))).bytes());
    });

    it('takes any Unicode text from queries and from forms, and metadata of several lines', async () => {
      const data = 'a\nb\r\fc\u0000\u0085';
      for (const [fields, octets] of [
        [{ workerName: 'Plain', data }, data],
        [{ workerName: 'Plain', data, REQUEST_METADATA: 'a=b\nc=d', other: data, [data]: 'x' }, data],
        [{ workerName: 'Plain', data: 'aW4g\ndGV4dA==\r\n', encoding: 'base64' }, 'in text'],
      ] as const) {
        const parameters = new URLSearchParams(fields);
        signs(octets, await (await fetch(url(`/process?${parameters.toString()}`))).bytes());
        signs(octets, await (await post('/process', parameters)).bytes());
        signs(octets, await (await post(`/process?${parameters.toString()}`, new URLSearchParams())).bytes());
      }
    });

    it('refuses control characters in what is logged', async () => {
      for (const fields of [
        { workerName: 'Pl\nain', data: 'x' },
        { workerName: 'Plain', data: 'x', 'REQUEST_METADATA.a': 'b\nc' },
        { workerName: 'Plain', data: 'x', REQUEST_METADATA: 'a=b\\nc' },
      ]) {
        const parameters = new URLSearchParams(fields);
        for (const answer of [
          await fetch(url(`/process?${parameters.toString()}`)),
          await post('/process', parameters),
        ]) {
          assert.equal(answer.status, 400, parameters.toString());
          assert.match(await answer.text(), /contains control characters/);
        }
      }
      assert.equal((await fetch(url('/process?workerName=Plain&data=%FF'))).status, 400);
      assert.equal((await post('/worker/Pl%0Aain', 'x')).status, 400);
    });

    for (const octets of [14_677, 3_000_000])
      it(`takes as many octets as the setting says, ${octets}, and not one more`, async () => {
        const file = new File([randomBytes(octets)], 'x');
        const form = new FormData();
        form.append('workerName', 'Plain');
        form.append('file', file);
        for (const [allowed, status] of [
          [octets, 200],
          [octets - 1, 413],
        ] as const) {
          await limits({ maxUploadOctets: allowed });
          for (const answer of [await post('/process', form), await post('/worker/Plain', file)]) {
            assert.equal(answer.status, status);
            if (status === 413)
              assert.match(await answer.text(), /^Maximum content length is \d+ bytes \(HTTP_MAX_UPLOAD/);
          }
        }
        await limits({});
      });

    it('ends a connection when it has refused a document on it that was still under way', async () => {
      await limits({ maxUploadOctets: 2_000_000 });
      const { hostname, port } = new URL(shared.server.running.urls[1]!);
      const socket = connect(Number(port), hostname);
      socket.write('POST /signserver/worker/Plain HTTP/1.1\r\nhost: x\r\ncontent-length: 50000000\r\n\r\n');
      socket.write(Buffer.alloc(50_000_000));
      socket.write('GET /signserver/healthcheck/signserverhealth HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      const answers = await text(socket);
      assert.match(answers, /^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n/i);
      // What came behind it is not carried out (RFC 9112 §9.6).
      assert.doesNotMatch(answers, /HTTP\/1\.1 200 /);
      await limits({});
    });

    it('takes as many fields as it takes in a form, and no more', async () => {
      const fields = (count: number) => {
        const others = Array.from({ length: count - 2 }, (_, index) => [`REQUEST_METADATA.${index}`, 'x']);
        return new URLSearchParams([['workerName', 'Plain'], ['data', 'x'], ...others]);
      };
      signs('x', await (await post('/process', fields(16))).bytes());
      for (const body of [fields(17), `workerName=Plain&${'&'.repeat(1_000_000)}`]) {
        const type = { 'content-type': 'application/x-www-form-urlencoded' };
        const answer = await post('/process', body, type);
        assert.deepEqual(
          [answer.status, await answer.text()],
          [413, 'The form has too many parts, or texts that are too long.\n'],
        );
      }
    });

    it('answers with text when something is wrong', async () => {
      for (const [target, status, text] of [
        ['/process', 400, /No worker is named/],
        ['/process?workerId=x', 400, /not a whole number/],
        ['/process?workerId=9999999999', 400, /not a whole number/],
        ['/process?workerName=nosuchworker', 404, /^No such worker: nosuchworker\n$/],
        ['/worker/nosuchworker', 404, /^No such worker/],
      ] as const) {
        const answer = await post(target, 'x');
        assert.equal(answer.status, status, target);
        assert.match(await answer.text(), text);
      }
    });

    it('tells of its health and of the REST interface', async () => {
      assert.equal(await (await fetch(url('/healthcheck/signserverhealth'))).text(), 'ALLOK');
      const json = (await (await fetch(url('/openapi?format=JSON'))).json()) as { readonly paths: object };
      assert.ok('/workers/{idOrName}/process' in json.paths);
      const yaml = await fetch(url('/openapi'));
      assert.match(await yaml.text(), /^openapi: /);
    });
  });
});

/** Sends a body in pieces without saying how long it is. Resolves to the status. */
async function chunkedPost(target: URL, pieces: readonly string[], headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const outgoing = httpRequest(target, { method: 'POST', headers }, (incoming) => {
    incoming.resume();
    resolve(incoming.statusCode ?? 0);
  });
  outgoing.on('error', reject);
  for (const piece of pieces) outgoing.write(piece);
  outgoing.end();
  return promise;
}

describe('a client that leaves', () => {
  const shared = sharedServer();

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Plain', PLAIN);
  });

  const openDocuments = () => {
    const open = readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    });
    return open.filter((file) => file.includes('.document')).length;
  };
  const noneOpen = async () => eventually('no open document', () => openDocuments() === 0);
  const form = (encoding: string, octets: number) =>
    Buffer.concat([
      Buffer.from(`--x\r\ncontent-disposition: form-data; name="encoding"\r\n\r\n${encoding}\r\n`),
      Buffer.from('--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n'),
      Buffer.alloc(octets, 'QUJD'),
      Buffer.from('\r\n--x--\r\n'),
    ]);

  /** Sends `part` of a request and hangs up after so many milliseconds. */
  const leave = async (target: string, headers: string, part: Buffer, afterMs: number) => {
    const { hostname, port } = new URL(shared.server.running.urls[1]!);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`POST ${target} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
    socket.write(part);
    await sleep(afterMs);
    socket.destroy();
  };

  it('within a form, within a body, or while its document is decoded leaves no file open', async () => {
    const whole = form('base64', 6_000_000);
    const type =
      'content-type: multipart/form-data; boundary=x\r\nx-keyfactor-requested-with: x\r\naccept: application/json';
    const head = `${type}\r\ncontent-length: ${whole.length}\r\n`;
    for (const [target, headers, part, afterMs] of [
      ['/signserver/rest/v1/workers/Plain/process', head, whole.subarray(0, 3_000_000), 100],
      ['/signserver/process', head, whole.subarray(0, 3_000_000), 100],
      [
        '/signserver/worker/Plain',
        'content-type: x/y\r\ncontent-length: 6000000\r\n',
        whole.subarray(0, 3_000_000),
        100,
      ],
      ...[1, 10, 30, 60].map((ms) => ['/signserver/rest/v1/workers/Plain/process', head, whole, ms] as const),
    ] as const) {
      await leave(target, headers, part, afterMs);
      await noneOpen();
    }
    assert.equal(
      (await fetch(new URL('/signserver/healthcheck/signserverhealth', shared.server.running.urls[1]))).status,
      200,
    );
  });

  it('or one that is refused for its metadata leaves none either', async () => {
    const target = new URL('/signserver/worker/Plain?REQUEST_METADATA=%5Cu', shared.server.running.urls[1]);
    const answer = await fetch(target, {
      method: 'POST',
      body: Buffer.alloc(3_000_000),
      headers: { 'content-type': 'x/y' },
    });
    assert.equal(answer.status, 400);
    await noneOpen();
  });
});
