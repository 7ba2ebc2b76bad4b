/** The types of document that administrators work with, and the use cases on documents of any type. */
import {
  AdministeredTypes,
  approvalProfileAdministration,
  ChangeDocuments,
  DocumentAccess,
  ReadDocuments,
  roleAdministration,
} from '../modules/administration/index.ts';
import { caAdministration, type TrustByName } from '../modules/ca/index.ts';
import { cryptoTokenAdministration } from '../modules/crypto-tokens/index.ts';
import { certificateProfileAdministration, endEntityProfileAdministration } from '../modules/profiles/index.ts';
import { serviceAdministration } from '../modules/services/index.ts';
import { signingSettingsAdministration, workerAdministration } from '../modules/signing/index.ts';
import type { Deps } from './deps.ts';

type DocumentUseCaseDeps = Omit<Deps<typeof ChangeDocuments>, 'documentAccess' | 'types'> & {
  readonly endEntities: Parameters<typeof workerAdministration>[1];
  readonly trust: TrustByName;
};

/** Constructs what reads and changes documents. */
export function documentUseCases(deps: DocumentUseCaseDeps) {
  const { access, configuration, endEntities, trust } = deps;
  const types = new AdministeredTypes([
    ...ADMINISTERED_TYPES,
    caAdministration(trust),
    workerAdministration(configuration, endEntities),
  ]);
  const documentAccess = new DocumentAccess({ access, configuration });
  return {
    changeDocuments: new ChangeDocuments({ ...deps, types, documentAccess }),
    readDocuments: new ReadDocuments({ ...deps, types, documentAccess }),
  };
}

const ADMINISTERED_TYPES = [
  certificateProfileAdministration,
  endEntityProfileAdministration,
  roleAdministration,
  approvalProfileAdministration,
  cryptoTokenAdministration,
  serviceAdministration,
  signingSettingsAdministration,
];
