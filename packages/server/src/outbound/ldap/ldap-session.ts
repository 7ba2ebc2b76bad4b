import { isIP, type Socket } from 'node:net';
import type { Client } from 'ldapts';
import type { LdapPublisherSettings } from '../../modules/publishers/index.ts';
import type { KeptSession } from '../kept-sessions.ts';
import { unlessAborted } from '../outbound-addresses.ts';
import type { OutboundSockets } from '../outbound-sockets.ts';
import { LdapConnectionError, publishingError } from './ldap-errors.ts';
import { LdapStream } from './ldap-stream.ts';
import { secured, startTls } from './start-tls.ts';

/** Settings of a connection. */
export type LdapConnection = Pick<LdapPublisherSettings, 'server' | 'security' | 'trusted' | 'login'>;

/** A connection with a login. It is never made anew behind its user's back: another one would be without TLS and login. */
export class LdapSession implements KeptSession {
  readonly #stream: LdapStream;
  readonly client: Client;

  private constructor(stream: LdapStream, client: Client) {
    this.#stream = stream;
    this.client = client;
  }

  /**
   * Connects and logs in.
   *
   * @throws PublishingError, and the reason of the signal
   */
  static async open(settings: LdapConnection, sockets: OutboundSockets, signal: AbortSignal): Promise<LdapSession> {
    // Before there is a connection, on which something could happen meanwhile.
    const { Client: LdapClient } = await import('ldapts');
    const connection = await sockets.connect(settings.server, 'administrator', signal);
    const { name, port } = settings.server;
    if (connection.outcome === 'failed') throw new LdapConnectionError(`at ${name}:${port} ${connection.reason}`);
    const { socket } = connection;
    const abort = () => socket.destroy();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const stream = new LdapStream(await unlessAborted(protectedSocket(socket, settings), signal));
      const session = new LdapSession(stream, clientOn(stream, LdapClient));
      await unlessAborted(login(session, settings), signal);
      return session;
    } catch (error) {
      socket.on('error', () => undefined).destroy();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  get isOpen(): boolean {
    return this.#stream.readyState === 'open';
  }

  wake(): void {
    this.#stream.beginAct();
  }

  rest(milliseconds: number): void {
    this.#stream.rest(milliseconds);
  }

  end(): void {
    this.#stream.destroy();
  }

  /** Returns the error to throw for an act that failed with `error`. @param act - as {@link publishingError} has it */
  failureOf(error: unknown, act: string): unknown {
    return publishingError(this.#stream.failure ?? error, act);
  }
}

async function protectedSocket(socket: Socket, { server, security, trusted, login: by }: LdapConnection) {
  if (security === 'NONE') return socket;
  if (security === 'STARTTLS') await startTls(socket);
  const { name } = server;
  return secured(socket, {
    // The certificate has to be for the name or address that the administrator wrote.
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    ...(trusted && { ca: [...trusted] }),
    ...(by.kind === 'external' && { cert: by.certificates.join('\n'), key: by.key.reveal() }),
  });
}

function clientOn(stream: LdapStream, LdapClient: typeof Client): Client {
  let isTaken = false;
  return new LdapClient({
    url: 'ldap://connected.invalid',
    // The library connects again by itself when a connection is gone.
    createConnection: () => {
      if (isTaken) throw new LdapConnectionError('ended the connection');
      isTaken = true;
      // All that the library asks of a socket.
      return stream as unknown as Socket;
    },
  });
}

async function login(session: LdapSession, { login: by }: LdapConnection): Promise<void> {
  try {
    if (by.kind === 'simple') await session.client.bind(by.dn, by.password.reveal());
    else if (by.kind === 'external') await session.client.bind('EXTERNAL');
  } catch (error) {
    throw session.failureOf(error, by.kind === 'simple' ? `log in ${by.dn}` : 'log in by certificate');
  }
}
