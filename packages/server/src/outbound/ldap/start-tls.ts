/** TLS on a connection that began without (RFC 4511 §4.14). */
import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { LdapConnectionError } from './ldap-errors.ts';

/**
 * Asks the server to begin TLS, and awaits that it agrees.
 *
 * Nothing may follow its answer: what came before TLS, and would be read after it, could be from anybody.
 *
 * @throws {@link LdapConnectionError}
 */
export async function startTls(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let received = Buffer.alloc(0);
  const take = (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    const octets = messageOctets(received);
    if (received.length > Math.min(octets ?? MAX_ANSWER, MAX_ANSWER))
      reject(new LdapConnectionError('sent more than an answer before TLS began'));
    else if (octets === received.length) {
      if (resultCodeOf(received) === 0) resolve();
      else
        reject(new LdapConnectionError('does not begin TLS: set security to LDAPS, or have the server allow StartTLS'));
    }
  };
  const end = () => reject(new LdapConnectionError('ended the connection before TLS began'));
  socket.on('data', take).on('close', end).on('error', end);
  try {
    socket.write(START_TLS);
    await promise;
  } finally {
    socket.pause().off('data', take).off('close', end).off('error', end);
  }
}

/** Makes the connection one of TLS. The socket is TLS's from now on. */
export async function secured(socket: Socket, options: ConnectionOptions): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const tls = connect({ ...options, socket, minVersion: 'TLSv1.2' });
  // An error may come before somebody takes it over, who learns of that by its end.
  tls.on('error', () => undefined);
  const end = () => reject(new LdapConnectionError('ended the connection while TLS began'));
  const fail = ({ message }: Error) => reject(new LdapConnectionError(`is not trusted in TLS: ${message}`));
  tls.once('secureConnect', () => resolve(tls));
  tls.on('error', fail).on('close', end);
  try {
    return await promise;
  } catch (error) {
    tls.destroy();
    throw error;
  } finally {
    tls.off('close', end).off('error', fail);
  }
}

/** The length of the message that begins here; undefined while that is not known. */
function messageOctets(octets: Buffer): number | undefined {
  if (octets.length < 2) return undefined;
  const [, first] = octets as unknown as [number, number];
  if (first < 0x80) return 2 + first;
  const count = first & 0x7f;
  if (count === 0 || count > 4) return MAX_ANSWER + 1;
  return octets.length < 2 + count ? undefined : 2 + count + octets.readUIntBE(2, count);
}

/** The result code of an ExtendedResponse, an ENUMERATED of one octet; undefined of another message. */
function resultCodeOf(octets: Buffer): number | undefined {
  const at = octets.indexOf(Buffer.of(0x0a, 0x01));
  const isExtendedResponse = at > 0 && octets.subarray(0, at).includes(0x78);
  return isExtendedResponse ? octets[at + 2] : undefined;
}

/** An ExtendedRequest of message 1, with the name 1.3.6.1.4.1.1466.20037. */
const START_TLS = Buffer.concat([
  Buffer.of(0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16),
  Buffer.from('1.3.6.1.4.1.1466.20037', 'latin1'),
]);
const MAX_ANSWER = 4096;
