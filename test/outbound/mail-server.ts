/** A mail server in the test's own process, as much of SMTP (RFC 5321, 3207, 4954) as a client of it needs. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { atEnd } from '../../packages/server/test/at-end.ts';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text, as they went over the wire. */
  readonly raw: string;
  /** Headers by their names in lower case, with continuations in one line. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded. */
  readonly text: string;
  readonly encrypted: boolean;
  /** `user:password`; undefined without a login. */
  readonly login: string | undefined;
}

export interface MailServerOptions {
  /** PEM. Without it there is no TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** True for TLS from the first octet. */
  readonly implicitTls?: boolean;
  /** Answers to commands instead of the usual ones; undefined for the usual one, empty for none at all. */
  readonly answer?: (command: string) => string | undefined;
}

export interface TestMailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Every line of clients but those of mails. */
  readonly commands: readonly string[];
}

/** Starts one, until the test ends. */
export async function mailServer(
  t: Pick<TestContext, 'after'>,
  options: MailServerOptions = {},
): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((plain) => {
    sockets.add(plain);
    plain.on('error', () => undefined).on('close', () => sockets.delete(plain));
    const socket = options.implicitTls === true ? encrypted(plain, options) : plain;
    talk(socket, options.implicitTls === true, options, mails, commands);
  }).listen(0, '127.0.0.1');
  atEnd(t, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  return { port: (server.address() as AddressInfo).port, mails, commands };
}

function talk(
  first: Socket,
  isEncrypted: boolean,
  options: MailServerOptions,
  mails: ReceivedMail[],
  commands: string[],
) {
  let socket = first;
  let encryptedNow = isEncrypted;
  let from = '';
  let to: string[] = [];
  let login: string | undefined;
  let data: string[] | undefined;
  let rest = '';
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const usual = (line: string): string => {
    const [verb = '', argument = ''] = line.split(/[ :]/, 2);
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return [
          '250-localhost',
          ...(options.tls !== undefined && !encryptedNow ? ['250-STARTTLS'] : []),
          '250-AUTH PLAIN',
          '250 8BITMIME',
        ].join('\r\n');
      case 'AUTH':
        login = Buffer.from(line.split(' ')[2]!, 'base64').toString().split('\0').slice(1).join(':');
        return '235 ok';
      case 'MAIL':
        from = addressOf(line);
        to = [];
        return '250 ok';
      case 'RCPT':
        to.push(addressOf(line));
        return '250 ok';
      case 'DATA':
        data = [];
        return '354 go on';
      default:
        return argument === undefined ? '500 unknown' : '250 ok';
    }
  };
  const take = (line: string) => {
    if (data !== undefined) {
      if (line !== '.') {
        data.push(line.replace(/^\.\./, '.'));
        return;
      }
      mails.push(mailOf(data.join('\r\n'), { from, to, login, encrypted: encryptedNow }));
      data = undefined;
      const said = options.answer?.('.') ?? '250 taken';
      if (said !== '') say(said);
      return;
    }
    commands.push(line);
    const said = options.answer?.(line);
    if (said !== undefined) {
      if (said !== '') say(said);
    } else if (line === 'STARTTLS') {
      say('220 go on');
      socket.removeAllListeners('data');
      socket = encrypted(socket, options);
      encryptedNow = true;
      listen();
    } else say(usual(line));
  };
  const listen = () =>
    socket.on('data', (octets: Buffer) => {
      rest += octets.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        take(line);
      }
    });
  listen();
  const greeting = options.answer?.('greeting') ?? '220 localhost';
  if (greeting !== '') say(greeting);
}

function encrypted(socket: Socket, { tls }: MailServerOptions): Socket {
  const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) });
  return secured.on('error', () => undefined);
}

function mailOf(raw: string, envelope: Pick<ReceivedMail, 'from' | 'to' | 'login' | 'encrypted'>): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = raw.slice(end + 4);
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  return { ...envelope, raw, headers, text: decoded(body, encoding).replaceAll('\r\n', '\n') };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString();
  const octets = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1').toString();
}

function addressOf(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}
