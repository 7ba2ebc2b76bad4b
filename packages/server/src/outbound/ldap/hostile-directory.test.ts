/** Directories that send what no directory should: nothing of it may reach further than the one act. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { outboundHosts } from '../../../../../test/outbound/outbound-hosts.ts';
import { OutboundPolicy } from '../outbound-policy.ts';
import { OutboundSockets } from '../outbound-sockets.ts';
import { LdapPublisher } from './index.ts';
import { atEnd } from '../../../test/at-end.ts';

const { signal } = new AbortController();
const tlv = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const head = Buffer.of(tag, 0x84, 0, 0, 0, 0);
  head.writeUInt32BE(content.length, 2);
  return Buffer.concat([head, content]);
};
const text = (value: string, tag = 0x04) => tlv(tag, Buffer.from(value));
const message = (id: number, ...operation: readonly Buffer[]) => tlv(0x30, tlv(0x02, Buffer.of(id)), ...operation);
const result = (tag: number, code = 0) => tlv(tag, tlv(0x0a, Buffer.of(code)), text(''), text(''));
const entry = (...attributes: readonly Buffer[]) => tlv(0x64, text('dc=example'), tlv(0x30, ...attributes));
const person = entry(tlv(0x30, text('objectClass'), tlv(0x31, text('person'))));
const done = result(0x65);

/** A directory that gives one answer to each request: the number of a request is its fifth octet. */
async function directory(t: TestContext, answer: (id: number, socket: Socket) => Buffer) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', (octets: Buffer) => socket.write(answer(octets[4]!, socket)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(t, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publisher = new LdapPublisher(
    {
      server: { name: '127.0.0.1', port: Number(place.split(':')[1]) },
      security: 'NONE',
      trusted: undefined,
      login: { kind: 'anonymous' },
      baseDn: 'dc=example',
      nameAttributes: [],
      caNameAttributes: [],
      createEntries: true,
      userObjectClasses: [],
      caObjectClasses: [],
      severalCertificates: false,
      authorityRevocationList: false,
    },
    { sockets: new OutboundSockets({ policy: new OutboundPolicy(outboundHosts(place)) }) },
  );
  atEnd(t, () => publisher.close());
  return publisher;
}

describe('a publisher of LDAP', () => {
  it('reads an answer in pieces, with controls, referrals and what else may follow', async (t) => {
    const answer = (id: number) =>
      Buffer.concat([
        message(id, person, tlv(0xa0, tlv(0x30, text('1.2.3')))),
        message(id, tlv(0x73, text('ldap://elsewhere.example'))),
        message(
          id,
          tlv(0x65, tlv(0x0a, Buffer.of(0)), text(''), text(''), tlv(0xa3, text('ldap://elsewhere.example'))),
        ),
      ]);
    const publisher = await directory(t, (id, socket) => {
      const octets = answer(id);
      for (const octet of octets.subarray(0, -1)) socket.write(Buffer.of(octet));
      return octets.subarray(-1);
    });
    await publisher.test(signal);
    await publisher.test(signal);
  });

  const LONG = 0xff_ff_ff_f0;
  const withLength = (octets: Buffer, length: number) => {
    octets.writeUInt32BE(length, 2);
    return octets;
  };
  for (const [what, answer, reason] of [
    [
      'six thousand short messages at once',
      (id) => Buffer.alloc(66_000, Buffer.from([0x30, 9, 2, 1, id, 0x64, 4, 4, 0, 0x30, 0])),
      /more than 200 messages/,
    ],
    ['answers to nothing that was asked', () => message(99, person), /nothing that it was asked/],
    ['a second end', (id) => Buffer.concat([message(id, person), message(id, done), message(id, done)]), undefined],
    ['an answer to another kind of request', (id) => message(id, result(0x67)), /nothing that it was asked/],
    ['that it ends the connection', () => message(0, result(0x78, 52)), /ends the connection/],
    [
      'a value that leads out of its message',
      (id) =>
        message(
          id,
          tlv(0x64, text('dc=example'), tlv(0x30, tlv(0x30, text('cn'), tlv(0x31, withLength(text('Ada'), 1000))))),
        ),
      /not an LDAP message/,
    ],
    [
      'a length that is below zero where 32 bits have a sign',
      (id) =>
        message(
          id,
          tlv(0x64, text('dc=example'), tlv(0x30, tlv(0x30, text('cn'), tlv(0x31, withLength(text('Ada'), LONG))))),
        ),
      /not an LDAP message/,
    ],
    ['a message of four gigabytes', (id) => withLength(message(id, person), LONG), /sent more than 134217728 octets/],
    [
      'an indefinite length',
      (id) => Buffer.concat([Buffer.of(0x30, 0x80), message(id, person)]),
      /not an LDAP message/,
    ],
    [
      'an entry of countless values',
      (id) => message(id, entry(tlv(0x30, text('cn'), tlv(0x31, Buffer.alloc(40_000, Buffer.of(4, 0)))))),
      /an entry of more than 10000 values/,
    ],
    ['a result without its texts', (id) => message(id, tlv(0x65, tlv(0x0a, Buffer.of(0)))), /not an LDAP message/],
    ['HTTP', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), /not an LDAP message/],
  ] as const satisfies readonly (readonly [string, (id: number) => Buffer, RegExp | undefined])[])
    it(`survives a directory that sends ${what}`, async (t) => {
      const publisher = await directory(t, answer);
      if (reason === undefined) return publisher.test(signal);
      await assert.rejects(publisher.test(signal), {
        code: 'publisher.not_published',
        scope: 'publisher',
        message: reason,
      });
      return undefined;
    });
});
