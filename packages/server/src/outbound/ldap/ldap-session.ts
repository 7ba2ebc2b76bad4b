import { isIP, type Socket } from 'node:net';
import type { Client } from 'ldapts';
import type { LdapPublisherSettings } from '../../modules/publishers/index.ts';
import type { KeptSession } from '../kept-sessions.ts';
import { unlessAborted } from '../outbound-addresses.ts';
import type { OutboundSockets } from '../outbound-sockets.ts';
import { LdapConnectionError, publishingError } from './ldap-errors.ts';
import { secured, startTls } from './start-tls.ts';

/** Settings of a connection. */
export type LdapConnection = Pick<LdapPublisherSettings, 'server' | 'security' | 'trusted' | 'login'>;

/** A connection with a login. It is never made anew behind its user's back: another one would be without TLS and login. */
export class LdapSession implements KeptSession {
  readonly #socket: Socket;
  readonly client: Client;
  #receivedBefore = 0;

  private constructor(socket: Socket, client: Client) {
    this.#socket = socket;
    this.client = client;
    socket.on('data', () => {
      if (socket.bytesRead - this.#receivedBefore > MAX_OCTETS)
        socket.destroy(new LdapConnectionError(`sent more than ${MAX_OCTETS} octets`));
    });
  }

  /**
   * Connects and logs in.
   *
   * @throws PublishingError, and the reason of the signal
   */
  static async open(settings: LdapConnection, sockets: OutboundSockets, signal: AbortSignal): Promise<LdapSession> {
    const connection = await sockets.connect(settings.server, 'administrator', signal);
    const { name, port } = settings.server;
    if (connection.outcome === 'failed') throw new LdapConnectionError(`at ${name}:${port} ${connection.reason}`);
    const { socket } = connection;
    const abort = () => socket.destroy();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const ready = await unlessAborted(protectedSocket(socket, settings), signal);
      const session = new LdapSession(ready, await clientOn(ready));
      await unlessAborted(login(session.client, settings), signal);
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
    return this.#socket.readyState === 'open';
  }

  wake(): void {
    this.#socket.setTimeout(0);
    this.#receivedBefore = this.#socket.bytesRead;
  }

  rest(milliseconds: number): void {
    this.#socket.setTimeout(milliseconds);
  }

  end(): void {
    this.#socket.destroy();
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

async function clientOn(socket: Socket): Promise<Client> {
  const { Client: LdapClient } = await import('ldapts');
  let isTaken = false;
  return new LdapClient({
    url: 'ldap://connected.invalid',
    // The library connects again by itself when a connection is gone.
    createConnection: () => {
      if (isTaken) throw new LdapConnectionError('ended the connection');
      isTaken = true;
      return socket;
    },
  });
}

async function login(client: Client, { login: by }: LdapConnection): Promise<void> {
  try {
    if (by.kind === 'simple') await client.bind(by.dn, by.password.reveal());
    else if (by.kind === 'external') await client.bind('EXTERNAL');
  } catch (error) {
    throw publishingError(error, by.kind === 'simple' ? `log in ${by.dn}` : 'log in by certificate');
  }
}

/** Of the answers to one act: the values that an attribute has, a CRL among them. */
const MAX_OCTETS = 128 * 1024 * 1024;
