import type { ChangeDocuments, ReadDocuments } from '../../modules/administration/index.ts';
import type { ReadApprovals } from '../../modules/approvals/index.ts';
import type {
  CaActivation,
  CreateCa,
  CreateCrls,
  ExternalOcspResponder,
  ImportCaWithKeys,
  ImportExternalCa,
  InitializeCa,
  ListCas,
  ListCrls,
  ReadCa,
  ReadSshAuthorities,
  ReceiveCaCertificate,
  RenewCa,
  RequestCaCertificate,
  RevokeCa,
  SignCvRequest,
} from '../../modules/ca/index.ts';
import type { ExportSecrets } from '../../modules/configdump/index.ts';
import type { Configuration } from '../../modules/configuration/index.ts';
import type { ReadTokens } from '../../modules/crypto-tokens/index.ts';
import type { ListPublishers, RetryPublications, TestPublisher } from '../../modules/publishers/index.ts';
import type { ReadEndEntity, ReadIssuedCertificate, RemoveKeptKey } from '../../modules/ra/index.ts';
import type { ListJobs, ListServices } from '../../modules/services/index.ts';
import type {
  CertifyWorker,
  ReadArchive,
  RemoveFromArchive,
  WorkerCertificates,
  WorkerKeys,
  WorkerStatuses,
} from '../../modules/signing/index.ts';

/** The use cases that the operations of the administration interface call, by module. */
export interface AdministrationUseCases {
  readonly administration: {
    readonly changeDocuments: Pick<ChangeDocuments, 'apply' | 'plan'>;
    readonly readDocuments: Pick<ReadDocuments, 'get' | 'list' | 'usersOf'>;
  };
  readonly approvals: { readonly readApprovals: Pick<ReadApprovals, 'get'> };
  readonly ca: {
    readonly caActivation: Pick<CaActivation, 'activate' | 'deactivate'>;
    readonly createCa: Pick<CreateCa, 'create'>;
    readonly createCrls: Pick<CreateCrls, 'create'>;
    readonly externalOcspResponder: Pick<ExternalOcspResponder, 'install' | 'request'>;
    readonly importCaWithKeys: Pick<ImportCaWithKeys, 'import'>;
    readonly importExternalCa: Pick<ImportExternalCa, 'import'>;
    readonly initializeCa: Pick<InitializeCa, 'initialize'>;
    readonly listCas: Pick<ListCas, 'list'>;
    readonly listCrls: Pick<ListCrls, 'list'>;
    readonly readCa: Pick<ReadCa, 'describe' | 'report'>;
    readonly readSshAuthorities: Pick<ReadSshAuthorities, 'krl'>;
    readonly receiveCaCertificate: Pick<ReceiveCaCertificate, 'receive'>;
    readonly renewCa: Pick<RenewCa, 'renew'>;
    readonly requestCaCertificate: Pick<RequestCaCertificate, 'request'>;
    readonly revokeCa: Pick<RevokeCa, 'revoke'>;
    readonly signCvRequest: Pick<SignCvRequest, 'sign'>;
  };
  readonly configdump: { readonly exportSecrets: Pick<ExportSecrets, 'export'> };
  readonly configuration: Pick<Configuration, 'present'>;
  readonly publishers: {
    readonly listPublishers: Pick<ListPublishers, 'list'>;
    readonly retryPublications: Pick<RetryPublications, 'retry'>;
    readonly testPublisher: Pick<TestPublisher, 'test'>;
  };
  readonly ra: {
    readonly readEndEntity: Pick<ReadEndEntity, 'get'>;
    readonly readIssuedCertificate: Pick<ReadIssuedCertificate, 'get' | 'history'>;
    readonly removeKeptKey: Pick<RemoveKeptKey, 'remove'>;
  };
  readonly services: {
    readonly listJobs: Pick<ListJobs, 'list'>;
    readonly listServices: Pick<ListServices, 'list'>;
  };
  readonly signing: {
    readonly certifyWorker: Pick<CertifyWorker, 'certify'>;
    readonly readArchive: Pick<ReadArchive, 'get' | 'list'>;
    readonly removeFromArchive: Pick<RemoveFromArchive, 'remove'>;
    readonly workerCertificates: Pick<WorkerCertificates, 'install' | 'request'>;
    readonly workerKeys: Pick<WorkerKeys, 'activate' | 'deactivate' | 'generate' | 'list' | 'remove' | 'test'>;
    readonly workerStatuses: Pick<WorkerStatuses, 'get'>;
  };
  readonly tokens: { readonly readTokens: Pick<ReadTokens, 'keyPairs' | 'status' | 'testKeyPair'> };
}
