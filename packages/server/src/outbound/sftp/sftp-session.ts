import { createHash } from 'node:crypto';
import type { Client, ConnectConfig, SFTPWrapper } from 'ssh2';
import { inOneLine } from '../../kernel/text/shortened.ts';
import { PublishingError, type SftpPublisherSettings } from '../../modules/publishers/index.ts';
import type { KeptSession } from '../kept-sessions.ts';
import { unlessAborted } from '../outbound-addresses.ts';
import type { OutboundSockets } from '../outbound-sockets.ts';

/** Settings of a connection. */
export type SftpConnection = Pick<
  SftpPublisherSettings,
  'server' | 'hostKeys' | 'user' | 'password' | 'privateKey' | 'passphrase'
>;

/** A connection with a login, and the subsystem `sftp` on it. */
export class SftpSession implements KeptSession {
  readonly #client: Client;
  readonly #sftp: SFTPWrapper;
  #isOpen = true;
  #idle: NodeJS.Timeout | undefined;

  private constructor(client: Client, sftp: SFTPWrapper) {
    this.#client = client;
    this.#sftp = sftp;
    const close = () => {
      this.#isOpen = false;
    };
    client.on('close', close).on('end', close);
    sftp.on('close', () => this.end());
  }

  /**
   * Connects and logs in.
   *
   * @throws PublishingError, and the reason of the signal
   */
  static async open(settings: SftpConnection, sockets: OutboundSockets, signal: AbortSignal): Promise<SftpSession> {
    const { name, port } = settings.server;
    const connection = await sockets.connect(settings.server, 'administrator', signal);
    if (connection.outcome === 'failed') throw failure(`at ${name}:${port} ${connection.reason}`);
    const { Client: SshClient } = await import('ssh2');
    const client = new SshClient();
    try {
      await unlessAborted(loggedIn(client, settings, connection.socket), signal);
      return new SftpSession(client, await unlessAborted(sftpOn(client), signal));
    } catch (error) {
      client.on('error', () => undefined).destroy();
      connection.socket.destroy();
      throw error;
    }
  }

  get sftp(): SFTPWrapper {
    return this.#sftp;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  wake(): void {
    clearTimeout(this.#idle);
  }

  rest(milliseconds: number): void {
    this.#idle = setTimeout(() => this.end(), milliseconds).unref();
  }

  end(): void {
    this.#isOpen = false;
    clearTimeout(this.#idle);
    this.#client.destroy();
  }
}

/** Returns a failure of the server or the way to it. @param problem - completes "the SFTP server ..." */
function failure(problem: string): PublishingError {
  return new PublishingError(`The SFTP server ${problem}.`, { scope: 'publisher' });
}

async function loggedIn(
  client: Client,
  settings: SftpConnection,
  sock: NonNullable<ConnectConfig['sock']>,
): Promise<void> {
  const { hostKeys, user, password, privateKey, passphrase, server } = settings;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let refusedKey: string | undefined;
  client
    .on('ready', () => resolve())
    .on('error', (error) =>
      reject(refusedKey === undefined ? loginError(error, settings) : hostKeyError(refusedKey, settings)),
    )
    .on('close', () => reject(failure('ended the connection before the login')))
    // Servers that ask for a password in their own words ask one question.
    .on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
      finish(password !== undefined && prompts.length === 1 ? [password.reveal()] : []),
    );
  const types = hostKeys.map(({ type }) => type);
  try {
    client.connect({
      sock,
      host: server.name,
      username: user,
      ...(password && { password: password.reveal(), tryKeyboard: true }),
      ...(privateKey && { privateKey: privateKey.reveal() }),
      ...(passphrase && { passphrase: passphrase.reveal() }),
      hostVerifier: (key: Buffer) => {
        const fingerprint = fingerprintOf(key);
        const isKnown = hostKeys.some((one) => one.fingerprint === fingerprint);
        if (!isKnown) refusedKey = fingerprint;
        return isKnown;
      },
      algorithms: {
        ...ALGORITHMS,
        // A host has a key of each type, and shows the one that is asked for.
        serverHostKey: types.every((type) => type !== undefined) ? algorithmsOf(types) : HOST_KEY_ALGORITHMS,
      },
      readyTimeout: 0,
    });
  } catch {
    // Its message could quote the key.
    reject(failure('cannot be used: privateKey cannot be read, or passphrase does not fit it'));
  }
  await promise;
}

async function sftpOn(client: Client): Promise<SFTPWrapper> {
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>();
  const end = () => reject(failure('ended the connection'));
  client.once('close', end);
  client.sftp((error, sftp) => {
    if (error === undefined) resolve(sftp);
    else reject(failure(`has no SFTP for this login: ${inOneLine(error.message, MAX_REASON)}`));
  });
  try {
    return await promise;
  } finally {
    client.off('close', end);
  }
}

/** `SHA256:` and base64 without padding, as OpenSSH shows it. */
function fingerprintOf(key: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`;
}

function hostKeyError(found: string, { server, hostKeys }: SftpConnection): PublishingError {
  const known = hostKeys.map(({ fingerprint }) => fingerprint).join(', ');
  return failure(
    `at ${server.name}:${server.port} has the host key ${found}, and hostKeys has ${known}: somebody may stand between. If the host has a new key, or keys of several types, set hostKeys to what its administrator says`,
  );
}

function loginError(
  error: Error & { readonly level?: string },
  { user, privateKey, password }: SftpConnection,
): PublishingError {
  if (error.level !== 'client-authentication')
    return failure(`gave no connection: ${inOneLine(error.message, MAX_REASON)}`);
  const means = [privateKey && 'privateKey', password && 'password'].filter((one) => one !== undefined).join(' and ');
  return failure(`refuses the login of '${user}' with ${means}`);
}

function algorithmsOf(types: readonly (string | undefined)[]): typeof HOST_KEY_ALGORITHMS {
  return HOST_KEY_ALGORITHMS.filter((algorithm) =>
    types.some((type) => type === algorithm || (type === 'ssh-rsa' && algorithm.startsWith('rsa-'))),
  );
}

/** Without SHA-1, and without ciphers that have no authentication of their own beside a MAC of the plain text. */
const ALGORITHMS = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
  ],
  cipher: ['aes256-gcm@openssh.com', 'aes128-gcm@openssh.com', 'aes256-ctr', 'aes128-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
} satisfies ConnectConfig['algorithms'];
const HOST_KEY_ALGORITHMS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] satisfies NonNullable<ConnectConfig['algorithms']>['serverHostKey'];
const MAX_REASON = 300;
