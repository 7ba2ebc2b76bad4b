/**
 * The configuration as documents that people read: export and import of all types, as JSON and as a directory of YAML.
 *
 * - A *type* is a directory of *items*; {@link DumpTypes} lists them. An item is one document.
 * - A {@link DocumentCodec} translates between a document and its item, both ways from one declarative table (`tables/`): what a table does
 *   not name follows from the schema of the type.
 * - An item is identified by its type and the name in it, never by the name of its file.
 */
export { configdumpModule } from './configdump-module.ts';
export {
  dumpJson,
  dumpZip,
  type Export,
  type ExportConfiguration,
  type ExportOptions,
  type ExportSecrets,
} from './export/index.ts';
export { ItemPatternError, UnusableRecipientError } from './errors.ts';
export {
  DumpNotJsonError,
  type ImportConfiguration,
  type ImportOptions,
  ImportPlanMovedError,
  type ImportRemark,
  type ImportResult,
  jsonItems,
  type RawItem,
  UnreadableDumpError,
  type ZipItemReader,
} from './import/index.ts';
