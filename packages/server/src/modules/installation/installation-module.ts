import type { UseCaseDeps } from '../access/index.ts';
import type { Authorities, InitializeCa, PublicAddresses, X509Issuance } from '../ca/index.ts';
import type { DocumentPlanner, Sealer } from '../configuration/index.ts';
import { firstStart, type FirstStartOptions } from './first-start.ts';
import type { InstallationStore } from './installation-items.ts';
import { ServerCertificate } from './server-certificate.ts';
import { type AdministratorFiles, SuperAdministrator } from './super-administrator.ts';

export interface InstallationModuleDeps extends Pick<
  UseCaseDeps,
  'audit' | 'configuration' | 'store' | 'clock' | 'clockBelief' | 'random'
> {
  readonly authorities: Authorities;
  readonly files: AdministratorFiles;
  /** The name of this host: hosts that share a database have a certificate each. */
  readonly hostName: string;
  readonly initializeCa: InitializeCa;
  readonly issuance: X509Issuance;
  readonly items: InstallationStore;
  readonly planner: DocumentPlanner;
  readonly publicAddresses: PublicAddresses;
  readonly sealer: Sealer;
}

/** Constructs the first start of an installation, its super administrator, and the certificates of its servers. */
export function installationModule(deps: InstallationModuleDeps) {
  const superAdministrator = new SuperAdministrator(deps);
  return {
    superAdministrator,
    /** Tells whether nothing is left to do for a first start. */
    isComplete: async () => (await superAdministrator.exists()) && !(await superAdministrator.hasStagedFiles()),
    firstStart: (options: FirstStartOptions = {}) => firstStart({ ...deps, ...options, superAdministrator }),
    /** Returns the certificate of the server on this host. @param names - further names that clients know it by */
    serverCertificate: (names: readonly string[]) => new ServerCertificate({ ...deps, names }),
  };
}
