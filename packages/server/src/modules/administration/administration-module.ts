import { ChangeDocuments, type ChangeDocumentsDeps } from './change-documents.ts';
import { DocumentAccess } from './document-access.ts';
import { ReadDocuments } from './read-documents.ts';

/** Constructs the use cases on documents of any type. */
export function administrationModule(deps: Omit<ChangeDocumentsDeps, 'documentAccess'>) {
  const documentAccess = new DocumentAccess(deps);
  return {
    changeDocuments: new ChangeDocuments({ ...deps, documentAccess }),
    readDocuments: new ReadDocuments({ ...deps, documentAccess }),
  };
}
