import type { ClockBelief } from '../../kernel/clock-belief.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Authorities, InitializeCa, PublicAddresses, X509Issuance } from '../ca/index.ts';
import type { Configuration, DocumentPlanner, Sealer } from '../configuration/index.ts';
import { firstStart, type FirstStartOptions } from './first-start.ts';
import type { InstallationStore } from './installation-items.ts';
import { ServerCertificate } from './server-certificate.ts';
import { type AdministratorFiles, SuperAdministrator } from './super-administrator.ts';

export interface InstallationModuleDeps {
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly clock: Clock;
  readonly clockBelief: ClockBelief;
  readonly configuration: Configuration;
  readonly files: AdministratorFiles;
  /** The name of this host: hosts that share a database have a certificate each. */
  readonly hostName: string;
  readonly initializeCa: InitializeCa;
  readonly issuance: X509Issuance;
  readonly items: InstallationStore;
  readonly planner: DocumentPlanner;
  readonly publicAddresses: PublicAddresses;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly store: UnitOfWorkStore;
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
