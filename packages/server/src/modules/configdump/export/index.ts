/** Export of the configuration: what is in it, and its forms. */
export { ExportSecrets, type ExportedSecrets } from './export-secrets.ts';
export { type DumpFile, dumpFiles, dumpJson } from './dump-content.ts';
export { DumpFacts, type DumpFactsDeps } from './dump-facts.ts';
export { dumpZip } from './dump-zip.ts';
export {
  type Export,
  type ExportConfigurationDeps,
  ExportConfiguration,
  type ExportedItem,
  type ExportedType,
  type ExportOptions,
} from './export-configuration.ts';
