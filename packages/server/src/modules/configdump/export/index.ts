/** Export of the configuration: what is in it, and its forms. */
export { ExportSecrets } from './export-secrets.ts';
export { dumpJson } from './dump-content.ts';
export { DumpFacts, type DumpFactsDeps } from './dump-facts.ts';
export { dumpZip } from './dump-zip.ts';
export {
  type Export,
  type ExportConfigurationDeps,
  ExportConfiguration,
  type ExportOptions,
} from './export-configuration.ts';
