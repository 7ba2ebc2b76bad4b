/** The administration interface: this project's own operations, for what the CA REST interface has none. */
export { administrationInterface } from './interface.ts';
export type { AdministrationDeps } from './operation-scope.ts';
export type { CaServices, ListedCa, CaView } from './ca-services.ts';
export type {
  AdministrationServices,
  ApprovalServices,
  ArchiveServices,
  WorkerCertificateServices,
  ChangeResult,
  CvcServices,
  DocumentServices,
  DocumentTarget,
  DocumentVersion,
  DocumentView,
  SettingsChange,
} from './services.ts';
