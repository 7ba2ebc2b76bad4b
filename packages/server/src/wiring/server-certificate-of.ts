import os from 'node:os';
import { ServerCertificate, type ServerCertificateDeps } from '../modules/installation/index.ts';
import type { ServerConfig } from '../server-config.ts';

/** The certificate of the server on this host. */
export function serverCertificateOf(
  deps: Omit<ServerCertificateDeps, 'hostName' | 'names'>,
  { names }: Pick<ServerConfig, 'names'>,
): ServerCertificate {
  return new ServerCertificate({ ...deps, hostName: os.hostname(), names });
}
