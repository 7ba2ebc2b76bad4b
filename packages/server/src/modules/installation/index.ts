/** The installation itself: its first start, its super administrator, its own certificate. */
export { acceptClock, type ClockEvidence } from './accepted-clock.ts';
export { ClockWatch } from './clock-watch.ts';
export { MANAGEMENT_CA, SETUP_LEASE } from './first-start.ts';
export type {
  InsertInstallationItem,
  InstallationItem,
  InstallationStore,
  UpdateInstallationItem,
} from './installation-items.ts';
export { setUpInTurn } from './setup-turns.ts';
export { installationModule } from './installation-module.ts';
export type { ServerCertificate, ServerCredentials } from './server-certificate.ts';
