/** Administration: what an administrator does with documents of any type. Each type declares who may, see `DocumentAdministration`. */
export { administrationModule } from './administration-module.ts';
export type { ChangeManyDocuments } from './change-many-documents.ts';
export { changesNothing } from './change-records.ts';
export type { ChangeDocuments, PlannedChange } from './change-documents.ts';
export type { DocumentAccess } from './document-access.ts';
export type { PresentedDocument, ReadDocuments } from './read-documents.ts';
