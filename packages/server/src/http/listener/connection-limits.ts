import type { Server, Socket } from 'node:net';
import type { HttpLimits } from '../../kernel/http-limits.ts';
import { ClientConnections, type Refusals } from '../limits/index.ts';
import type { TrustedProxies } from '../proxies/index.ts';

export interface ConnectionLimits {
  readonly limits: HttpLimits;
  readonly refusals: Refusals;
  /** Limits of each address hold. */
  readonly limitsClients?: boolean;
  readonly proxies?: TrustedProxies | undefined;
}

/** Closes connections that are too many. Nothing can be said on them: TLS has not begun, and nobody has asked for anything. */
export function limitConnections(server: Server, { limits, limitsClients, proxies, refusals }: ConnectionLimits): void {
  server.maxConnections = limits.connections;
  server.on('drop', () => refusals.count('connections'));
  server.on('tlsClientError', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') refusals.count('tls_time');
  });
  if (limitsClients !== true) return;
  const clients = new ClientConnections(limits.connectionsPerClient);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // A proxy has the connections of all of its clients.
    if (remoteAddress === undefined || proxies?.hasAddress(remoteAddress) === true) return;
    const closed = clients.open(remoteAddress);
    if (closed !== undefined) socket.once('close', closed);
    else {
      refusals.count('client_connections');
      socket.destroy();
    }
  });
}
