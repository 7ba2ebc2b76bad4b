/** The administration interface as one part of the URL space. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticator, authenticationHook } from '../authentication.ts';
import type { EdgeInstance, HttpInterface } from '../http-interface.ts';
import { documentOperations } from '../openapi/document.ts';
import { activateCa } from './activate-ca.ts';
import { changeCa, createCa, readCa, requestCaCertificate } from './cas.ts';
import { changeDocument } from './change-document.ts';
import { createDocument } from './create-document.ts';
import { listKeyPairs, readCryptoToken, testKeyPair } from './crypto-tokens.ts';
import { renderError } from './errors.ts';
import { importCaWithKeys } from './import-ca-with-keys.ts';
import { listDocuments } from './list-documents.ts';
import { ADMINISTRATION_PREFIX } from './prefix.ts';
import { readDocument } from './read-document.ts';
import { readDocumentUsers } from './read-document-users.ts';
import { readKrl } from './read-krl.ts';
import { removeDocument } from './remove-document.ts';
import { renameDocument } from './rename-document.ts';
import { signCvRequest } from './sign-cv-request.ts';
import type { AdministrationServices } from './services.ts';
import { listArchive, readArchive, removeFromArchive } from './worker-archive.ts';
import {
  certifyWorker,
  installWorkerCertificates,
  readWorkerStatus,
  requestWorkerCertificate,
} from './worker-certificates.ts';
import {
  activateWorker,
  deactivateWorker,
  generateWorkerKey,
  listWorkerKeys,
  removeWorkerKey,
  testWorkerKey,
} from './worker-keys.ts';

export interface AdministrationDeps<A> {
  readonly services: AdministrationServices<A>;
  readonly authenticator: Authenticator<A>;
  /** Of this program, such as `0.1.0`. */
  readonly version: string;
}

/** What an operation gets to add its route. */
export interface OperationScope<A> {
  readonly app: EdgeInstance;
  readonly services: AdministrationServices<A>;
  /**
   * The hooks and configuration that an operation has besides its schema. Callers have to be members of a role.
   *
   * @param id - as in the log and the metrics: `documents.list`
   */
  readonly operation: (id: string, options?: OperationOptions) => OperationRoute;
  /** Who is calling; never before authentication. */
  readonly administrator: (request: Pick<FastifyRequest, 'administrator'>) => A;
}

interface OperationOptions {
  /** Members of the body that may hold line breaks, and everything in them. */
  readonly multilineMembers?: readonly string[];
  /** The media type of its answer; JSON unless given. */
  readonly produces?: string;
}

interface OperationRoute {
  config: { operation: string; produces: string; multilineMembers?: readonly string[] };
  onRequest: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[];
}

/** Makes the interface. Its operations are listed here and nowhere else. */
export function administrationInterface<A>(deps: AdministrationDeps<A>): HttpInterface {
  return {
    prefix: ADMINISTRATION_PREFIX,
    renderError,
    async register(app) {
      await documentOperations(app, {
        title: 'Sealwright administration interface',
        version: deps.version,
        path: '/openapi.json',
        prefix: ADMINISTRATION_PREFIX,
      });
      app.addHook('onRequest', (_request, reply, done) => {
        void reply.header('cache-control', 'no-store');
        done();
      });
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
      readCa(scope);
      createCa(scope);
      changeCa(scope);
      activateCa(scope);
      requestCaCertificate(scope);
      importCaWithKeys(scope);
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
    },
  };
}

function operationScope<A>(app: EdgeInstance, deps: AdministrationDeps<A>): OperationScope<A> {
  const authentication = authenticationHook(deps.authenticator, 'admin');
  return {
    app,
    services: deps.services,
    operation: (id, { multilineMembers, produces = 'application/json' } = {}) => ({
      config: {
        operation: id,
        produces,
        ...(multilineMembers === undefined ? {} : { multilineMembers }),
      },
      onRequest: [authentication],
    }),
    administrator: (request) => request.administrator as A,
  };
}
