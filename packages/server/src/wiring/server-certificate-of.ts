import os from 'node:os';
import { ServerCertificate, type ServerCertificateDeps } from '../modules/installation/index.ts';
import type { ServerConfig } from '../server-config.ts';
import type { Installation } from './installation.ts';

/** The certificate of the server on this host. */
export function serverCertificateOf(
  { audit, ca, clock: { belief }, configuration, setup, storage }: Installation,
  deps: Pick<ServerCertificateDeps, 'clock' | 'sealer'>,
  { names }: Pick<ServerConfig, 'names'>,
): ServerCertificate {
  return new ServerCertificate({
    ...deps,
    audit,
    clockBelief: belief,
    configuration,
    issuance: ca.issuance,
    items: setup.items,
    store: storage.store,
    hostName: os.hostname(),
    names,
  });
}
