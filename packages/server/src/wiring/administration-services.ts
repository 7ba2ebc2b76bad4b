/** The use cases in the form in which the administration interface asks for them. */
import type { AdministrationServices, DocumentServices, DocumentView } from '../http/administration/index.ts';
import type { Administrator } from '../modules/access/index.ts';
import type { AnyDocument, JsonObject } from '../modules/configuration/index.ts';
import type { Installation } from './installation.ts';

/** Connects the administration interface to an installation. */
export function administrationServices(installation: Installation): AdministrationServices<Administrator> {
  return { documents: documentServices(installation), cryptoTokens: installation.readTokens };
}

function documentServices({
  configuration,
  readDocuments,
  changeDocuments,
}: Installation): DocumentServices<Administrator> {
  return {
    list: (administrator, type, page) => readDocuments.list(administrator, type, page),
    async get(administrator, target) {
      const { document, settings } = await readDocuments.get(administrator, target);
      return viewOf(document, settings);
    },
    usersOf: (administrator, target) => readDocuments.usersOf(administrator, target),
    async plan(administrator, change) {
      return { document: undefined, ...(await changeDocuments.plan(administrator, change)) };
    },
    async apply(administrator, change) {
      const { document, differences } = await changeDocuments.apply(administrator, change);
      const view = document && viewOf(document, await configuration.present(document));
      return { document: view, differences, problems: [] };
    },
  };
}

function viewOf(document: AnyDocument, settings: JsonObject): DocumentView {
  const { type, name, namespace, publicId, version, builtIn, createdMs, modifiedMs, usability } = document;
  const problems = usability.usable ? [] : usability.problems;
  return { type, name, namespace, publicId, version, builtIn, createdMs, modifiedMs, problems, settings };
}
