/** The administration interface as one part of the URL space. */
import type { HttpInterface } from '../interface/index.ts';
import { describedInterface } from '../openapi/index.ts';
import { activateCa } from './operations/activate-ca.ts';
import { changeCa, createCa, readCa, requestCaCertificate, requestResponderCertificate } from './operations/cas.ts';
import { createCrls } from './operations/create-crls.ts';
import { changeDocument } from './operations/change-document.ts';
import { createDocument } from './operations/create-document.ts';
import { listKeyPairs, readCryptoToken, testKeyPair } from './operations/crypto-tokens.ts';
import { renderError } from './errors.ts';
import { exportSecrets } from './operations/export-secrets.ts';
import { importCaWithKeys } from './operations/import-ca-with-keys.ts';
import { listCas } from './operations/list-cas.ts';
import { listCrls } from './operations/list-crls.ts';
import { listDocuments } from './operations/list-documents.ts';
import { listJobs } from './operations/list-jobs.ts';
import { type AdministrationDeps, operationScope } from './operation-scope.ts';
import { listServices } from './operations/list-services.ts';
import { ADMINISTRATION_PREFIX } from './prefix.ts';
import { listPublishers, retryPublisher, testPublisher } from './operations/publishers.ts';
import { readApproval } from './operations/read-approval.ts';
import { readCertificate, readCertificateHistory } from './operations/read-certificate.ts';
import { readDocument } from './operations/read-document.ts';
import { readDocumentUsers } from './operations/read-document-users.ts';
import { readEndEntity } from './operations/read-end-entity.ts';
import { readKrl } from './operations/read-krl.ts';
import { removeDocument } from './operations/remove-document.ts';
import { removeKeptKey } from './operations/remove-kept-key.ts';
import { ErrorBody } from './schemas.ts';
import { renameDocument } from './operations/rename-document.ts';
import { signCvRequest } from './operations/sign-cv-request.ts';
import { listArchive, readArchive, removeFromArchive } from './operations/worker-archive.ts';
import {
  certifyWorker,
  installWorkerCertificates,
  readWorkerStatus,
  requestWorkerCertificate,
} from './operations/worker-certificates.ts';
import {
  activateWorker,
  deactivateWorker,
  generateWorkerKey,
  listWorkerKeys,
  removeWorkerKey,
  testWorkerKey,
} from './operations/worker-keys.ts';

/** Makes the interface. Its operations are listed here and nowhere else. */
export function administrationInterface(deps: AdministrationDeps): HttpInterface {
  const description = {
    title: 'Sealwright administration interface',
    version: deps.version,
    prefix: ADMINISTRATION_PREFIX,
    errorBody: ErrorBody,
    errorStatuses: [401, 403],
    renderError,
  };
  return describedInterface(description, (app) => {
    const scope = operationScope(app, deps);
    listDocuments(scope);
    readDocument(scope);
    createDocument(scope);
    changeDocument(scope);
    removeDocument(scope);
    renameDocument(scope);
    readDocumentUsers(scope);
    signCvRequest(scope);
    readKrl(scope);
    readCryptoToken(scope);
    listKeyPairs(scope);
    testKeyPair(scope);
    listServices(scope);
    listJobs(scope);
    listPublishers(scope);
    testPublisher(scope);
    retryPublisher(scope);
    readApproval(scope);
    readEndEntity(scope);
    readCertificate(scope);
    readCertificateHistory(scope);
    listCas(scope);
    readCa(scope);
    listCrls(scope);
    createCrls(scope);
    createCa(scope);
    changeCa(scope);
    activateCa(scope);
    requestCaCertificate(scope);
    requestResponderCertificate(scope);
    importCaWithKeys(scope);
    removeKeptKey(scope);
    readWorkerStatus(scope);
    requestWorkerCertificate(scope);
    installWorkerCertificates(scope);
    certifyWorker(scope);
    listWorkerKeys(scope);
    generateWorkerKey(scope);
    testWorkerKey(scope);
    removeWorkerKey(scope);
    activateWorker(scope);
    deactivateWorker(scope);
    listArchive(scope);
    readArchive(scope);
    removeFromArchive(scope);
    exportSecrets(scope);
  });
}
