import type { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import type { TestServer } from './test-server.ts';

/** The certificate that a new connection is shown. Its validity may lie in the future of the machine's own clock. */
export async function shownBy({ running }: TestServer): Promise<X509Certificate> {
  const { port } = new URL(running.urls[0]!);
  const { promise, resolve, reject } = Promise.withResolvers<X509Certificate>();
  const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false }, () => {
    resolve(socket.getPeerX509Certificate()!);
    socket.destroy();
  });
  socket.on('error', reject);
  return promise;
}
