import type { AccessControl } from '../access/index.ts';
import { ChangeAuthorization } from './change-authorization.ts';
import { ChangeDocuments, type ChangeDocumentsDeps } from './change-documents.ts';
import { ChangeManyDocuments } from './change-many-documents.ts';
import { DocumentAccess } from './document-access.ts';
import { ReadDocuments } from './read-documents.ts';

/** Constructs the use cases on documents of any type. */
export function administrationModule(
  deps: Omit<ChangeDocumentsDeps, 'authorization' | 'documentAccess'> & { readonly access: AccessControl },
) {
  const documentAccess = new DocumentAccess(deps);
  const authorization = new ChangeAuthorization({ ...deps, documentAccess });
  return {
    documentAccess,
    changeDocuments: new ChangeDocuments({ ...deps, authorization, documentAccess }),
    changeManyDocuments: new ChangeManyDocuments({ ...deps, authorization, documentAccess }),
    readDocuments: new ReadDocuments({ ...deps, documentAccess }),
  };
}
