/** Administration: what an administrator does with documents of any type. Each type's owner declares who may, with {@link administeredType}. */
export { type AdministeredType, administeredType, AdministeredTypes } from './administered-type.ts';
export { approvalProfileAdministration } from './approval-profile-administration.ts';
export { ChangeDocuments, type DoneChange, type PlannedChange } from './change-documents.ts';
export { DocumentAccess } from './document-access.ts';
export { type DocumentPage, type PresentedDocument, ReadDocuments } from './read-documents.ts';
export { roleAdministration } from './role-administration.ts';
