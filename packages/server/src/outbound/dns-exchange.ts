/** Exchanges of a message with a server of the domain name system. */
import { createSocket } from 'node:dgram';
import { connect, isIP } from 'node:net';

/** A server. */
export interface DnsServer {
  /** Its IP address. */
  readonly host: string;
  readonly port: number;
}

/**
 * Sends a message by UDP, from a port that nobody can tell before, and returns the first answer that is taken.
 *
 * @param take - undefined for one that somebody else may have sent
 */
export async function exchangeByUdp<T>(
  { host, port }: DnsServer,
  message: Uint8Array,
  { signal, take }: { readonly signal: AbortSignal; readonly take: (answer: Uint8Array) => Promise<T | undefined> },
): Promise<T> {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let strays = 0;
  let isOpen = true;
  socket.on('error', reject);
  socket.on('message', (answer) => {
    take(answer).then((taken) => {
      if (taken !== undefined) resolve(taken);
      else if (++strays > MAX_STRAYS) reject(new Error('too many answers are to other questions'));
    }, reject);
  });
  // Connected, the socket takes messages of that server alone.
  socket.connect(port, host, () => isOpen && socket.send(message));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    isOpen = false;
    socket.close();
  }
}

/** Sends a message by TCP (RFC 7766) and returns the answer. */
export async function exchangeByTcp(
  { host, port }: DnsServer,
  message: Uint8Array,
  { signal }: { readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const socket = connect({ host, port, signal });
  try {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
    let received = Buffer.alloc(0);
    for await (const piece of socket as AsyncIterable<Buffer>) {
      received = Buffer.concat([received, piece]);
      if (received.length < 2) continue;
      const octets = 2 + received.readUInt16BE();
      if (octets > MAX_OCTETS) throw new Error(`it answered with ${octets} octets; ${MAX_OCTETS} are the most`);
      if (received.length >= octets) return received.subarray(2, octets);
    }
    throw new Error('it closed the connection');
  } finally {
    socket.destroy();
  }
}

const MAX_STRAYS = 16;
/** Reading a message of the largest size that there can be would hold the event loop for long. */
const MAX_OCTETS = 16_384;
