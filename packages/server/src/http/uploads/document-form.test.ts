import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../../../test/eventually.ts';
import type { AppError } from '../../kernel/errors.ts';
import { type DocumentForm, readDocumentForm } from './document-form.ts';
import { Spool } from './spool.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const BOUNDARY = 'x';

describe('a form with a document', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'document-form-'));
  const spool = new Spool(directory);
  const limit = { octets: 100 * MIB, setting: 'none' };
  /** Forms that were read and are not answered yet. */
  let unanswered: DocumentForm[] = [];
  let keepsForms = false;
  // No connection is closed for being idle: on a busy machine that would meet the next request.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    readDocumentForm(request, { spool, limit, maxFields: 64 }).then(
      async (form) => {
        if (keepsForms) unanswered.push(form);
        else await form.close();
        const lengths = form.fields.map(([, text]) => text.length);
        response.end(JSON.stringify([...lengths, form.file?.content.octets]));
      },
      ({ code }: AppError) => response.writeHead(400).end(code),
    );
  });
  let port = 0;

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const send = async (parts: readonly string[], pieceOctets = Infinity): Promise<string> => {
    const body = Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`);
    const pieces = Number.isFinite(pieceOctets)
      ? Array.from({ length: Math.ceil(body.length / pieceOctets) }, (_, index) =>
          body.subarray(index * pieceOctets, (index + 1) * pieceOctets),
        )
      : [body];
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: ReadableStream.from(pieces),
      duplex: 'half',
    });
    return answer.text();
  };

  /** Begins a form with a text and goes on with nothing. */
  const begin = async (octets: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${90 * MIB}\r\n\r\n`,
    );
    for (const part of textsOf(octets)) socket.write(part);
    return socket;
  };

  /** Sends until the answer is the one; what was held is given back a moment after its client has gone. */
  const sendUntil = async (parts: readonly string[], expected: string) =>
    eventually(expected, async () => (await send(parts)) === expected);

  it('has its texts and its file read, however it comes in pieces', async () => {
    const parts = [text('ö'.repeat(1000)), file(300 * KIB, '\r\n-'), text('b'.repeat(20 * KIB))];
    for (const pieceOctets of [Infinity, 1000, 7])
      assert.equal(await send(parts, pieceOctets), JSON.stringify([1000, 20 * KIB, 300 * KIB]));
  });

  it('may hold files of any size beside few texts', async () => {
    const parts = [file(7 * MIB, 'a'), file(3 * MIB, '\r\n--'), text('a'), file(3 * MIB, '\r')];
    for (const pieceOctets of [Infinity, 4000])
      assert.equal(await send(parts, pieceOctets), JSON.stringify([1, 7 * MIB]));
  });

  it('is refused with more texts than anybody needs, in whatever part of it they stand', async () => {
    assert.equal(await send([...textsOf(1900 * KIB), file(1, 'a')]), JSON.stringify([950 * KIB, 950 * KIB, 1]));
    for (const parts of [
      textsOf(2100 * KIB),
      [file(1, 'a'), ...textsOf(2100 * KIB)],
      [`--${BOUNDARY}\r\nx-other: y\r\n\r\n${'a'.repeat(2100 * KIB)}\r\n`],
      Array.from({ length: 40 }, () => text('a', 'n'.repeat(60 * KIB))),
    ])
      assert.equal(await send(parts), 'upload.form_too_large');
  });

  it('is refused with a text that has no name (RFC 7578 §4.2), and not for a file without one', async () => {
    const nameless = (part: string) => part.replace(/; name="[a-z]+"/, '');
    assert.equal(await send([nameless(text('a'))]), 'http.bad_body');
    assert.equal(await send([text('a'), nameless(file(1, 'a'))]), JSON.stringify([1, 1]));
  });

  it('finds no room for many texts while others hold them, is read with few, and all is well when they are gone', async () => {
    const stalled = await Promise.all(Array.from({ length: 200 }, async () => begin(200 * KIB)));
    const large = textsOf(400 * KIB);
    await sendUntil(large, 'upload.no_room');
    assert.equal(await send([text('small'), file(3 * MIB, 'a')]), JSON.stringify([5, 3 * MIB]));
    for (const socket of stalled) socket.destroy();
    await sendUntil(large, JSON.stringify([200 * KIB, 200 * KIB, null]));
  });

  it('keeps its room until it is answered', async () => {
    keepsForms = true;
    const answers = [];
    for (let sent = 0; sent < 20; sent++) answers.push(await send(textsOf(1900 * KIB)));
    keepsForms = false;
    assert.ok(answers.includes('upload.no_room'));
    await Promise.all(unanswered.map(async (form) => form.close()));
    unanswered = [];
    assert.equal(await send(textsOf(1900 * KIB)), JSON.stringify([950 * KIB, 950 * KIB, null]));
  });
});

function text(content: string, name = 'text'): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
}

/** Two texts, each half as long. */
function textsOf(octets: number): readonly string[] {
  return [text('a'.repeat(octets / 2)), text('b'.repeat(octets / 2))];
}

function file(octets: number, pattern: string): string {
  const content = pattern.repeat(Math.ceil(octets / pattern.length)).slice(0, octets);
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n${content}\r\n`;
}
