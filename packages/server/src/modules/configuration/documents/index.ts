/** Documents of declared types: storage, loading, caching and lookup. */
export type { CompiledType } from './compiled-type.ts';
export { Configuration } from './configuration.ts';
export { type AnyDocument, Document } from './document.ts';
export { type DocumentAdministration, type PlannedDocument, viewAndEdit } from './document-administration.ts';
export type { ConfigurationCalm } from './configuration-calm.ts';
export { EpochFollowingStore } from './epoch-following-store.ts';
export { checkName, nameKeyOf } from './document-name.ts';
export {
  type DocumentDelete,
  type DocumentHead,
  type DocumentInsert,
  type DocumentRow,
  type DocumentStore,
  type DocumentUpdate,
  EPOCH_MOVE,
} from './document-store.ts';
export {
  type AnyDocumentType,
  type BuiltIn,
  defineDocumentType,
  type DocumentHooks,
  type DumpPlace,
  hooksFor,
  type HooksOfType,
  type ReportProblem,
} from './document-type.ts';
export {
  DocumentChangedError,
  DocumentChangedTwiceError,
  DocumentExistsError,
  DocumentInUseError,
  DocumentNamedByOthersError,
  DocumentNotFoundError,
  DocumentTooLargeError,
  FixedDocumentError,
  InvalidSettingsError,
  PublicIdTakenError,
} from './errors.ts';
export { findUsers, inWords } from './find-users.ts';
export { type DocumentByName, LookAhead } from './look-ahead.ts';
export { loadDocument, SINGLETON_PUBLIC_ID, storedSettings } from './load-document.ts';
