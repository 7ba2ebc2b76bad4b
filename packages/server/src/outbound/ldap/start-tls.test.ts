import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { startTls } from './start-tls.ts';
import { atEnd } from '../../../test/at-end.ts';

/** An ExtendedResponse to message 1 with a result code, and what follows it. */
const answer = (code: number, ...further: readonly number[]) =>
  Buffer.of(0x30, 0x0c, 0x02, 0x01, 0x01, 0x78, 0x07, 0x0a, 0x01, code, 0x04, 0x00, 0x04, 0x00, ...further);

async function connected(t: TestContext, ...answers: readonly Buffer[]) {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('data', (octets: Buffer) => {
      received.push(octets);
      for (const each of answers) socket.write(each);
      if (answers.length === 0) socket.end();
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  atEnd(t, () => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'connect');
  return { socket, received };
}

describe('StartTLS', () => {
  it('asks by the name that RFC 4511 gives it, and goes on when the server agrees', async (t) => {
    const { socket, received } = await connected(t, answer(0).subarray(0, 5), answer(0).subarray(5));
    await startTls(socket);
    assert.match(Buffer.concat(received).toString('latin1'), /1\.3\.6\.1\.4\.1\.1466\.20037$/);
    assert.equal(socket.listenerCount('data'), 0);
  });

  it('takes lengths in four octets, as Active Directory writes them', async (t) => {
    const long = Buffer.from('3084000000100201017884000000070a010004000400', 'hex');
    const { socket } = await connected(t, long);
    await startTls(socket);
  });

  for (const [what, answers, reason] of [
    ['refuses', [answer(2)], /does not begin TLS/],
    ['sends more, which TLS has not protected', [answer(0, 0x30)], /sent more than an answer before TLS/],
    ['sends another message', [Buffer.from('300c02010161070a010004000400', 'hex')], /does not begin TLS/],
    ['sends without end', [Buffer.from('3084ffffffff', 'hex'), Buffer.alloc(8192)], /sent more than an answer/],
    ['hangs up', [], /ended the connection before TLS/],
  ] as const)
    it(`fails where the server ${what}`, async (t) => {
      const { socket } = await connected(t, ...answers);
      await assert.rejects(startTls(socket), { code: 'publisher.not_published', message: reason });
    });
});
