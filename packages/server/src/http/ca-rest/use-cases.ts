import type { ProcessApproval, ReadApprovals, SearchApprovals } from '../../modules/approvals/index.ts';
import type {
  CaActivation,
  CreateCrls,
  CrlStore,
  ImportCrl,
  ReadAuthorities,
  ReadSshAuthorities,
  RequestCaCertificate,
  RevokeCertificate,
} from '../../modules/ca/index.ts';
import type { ExportConfiguration, ImportConfiguration, ZipItemReader } from '../../modules/configdump/index.ts';
import type { OperateTokens } from '../../modules/crypto-tokens/index.ts';
import type { RaModule } from '../../modules/ra/index.ts';
import type { RunService } from '../../modules/services/index.ts';

/** The use cases that the operations of the CA REST interface call, by module. */
export interface CaRestUseCases {
  readonly approvals: {
    readonly processApproval: Pick<ProcessApproval, 'process'>;
    readonly readApprovals: Pick<ReadApprovals, 'get' | 'status'>;
    readonly searchApprovals: Pick<SearchApprovals, 'search'>;
  };
  readonly ca: {
    readonly caActivation: Pick<CaActivation, 'activate' | 'deactivate'>;
    readonly createCrls: Pick<CreateCrls, 'create'>;
    readonly crls: Pick<CrlStore, 'read'>;
    readonly importCrl: Pick<ImportCrl, 'authorize' | 'import'>;
    readonly readAuthorities: Pick<ReadAuthorities, 'chain' | 'latestCrl' | 'list'>;
    readonly readSshAuthorities: Pick<ReadSshAuthorities, 'publicKey'>;
    readonly requestCaCertificate: Pick<RequestCaCertificate, 'request'>;
    readonly revokeCertificate: Pick<RevokeCertificate, 'revoke' | 'status'>;
  };
  readonly configdump: {
    readonly exportConfiguration: Pick<ExportConfiguration, 'all' | 'item' | 'type'>;
    readonly importConfiguration: Pick<ImportConfiguration, 'authorize' | 'import' | 'plan'>;
    readonly zipItems: Pick<ZipItemReader, 'read'>;
  };
  readonly ra: {
    readonly addEndEntity: Pick<RaModule['addEndEntity'], 'add' | 'newUsername'>;
    readonly editEndEntity: Pick<RaModule['editEndEntity'], 'edit'>;
    readonly enrollKeystore: Pick<RaModule['enrollKeystore'], 'dryRun' | 'enroll'>;
    readonly enrollWithRequest: Pick<RaModule['enrollWithRequest'], 'dryRun' | 'enroll'>;
    readonly enrollSsh: Pick<RaModule['enrollSsh'], 'dryRun' | 'enroll'>;
    readonly enrollWithPassword: Pick<RaModule['enrollWithPassword'], 'dryRun' | 'enroll'>;
    readonly finalizeEnrollment: Pick<RaModule['finalizeEnrollment'], 'dryRun' | 'finalize'>;
    readonly importKeystores: Pick<RaModule['importKeystores'], 'import'>;
    readonly recoverKey: Pick<RaModule['recoverKey'], 'recover'>;
    readonly removeEndEntity: Pick<RaModule['removeEndEntity'], 'remove'>;
    readonly revokeEndEntity: Pick<RaModule['revokeEndEntity'], 'revoke'>;
    readonly setEndEntityStatus: Pick<RaModule['setEndEntityStatus'], 'set'>;
    readonly readCertificateProfile: Pick<RaModule['readCertificateProfile'], 'get'>;
    readonly readEndEntityProfiles: Pick<RaModule['readEndEntityProfiles'], 'get' | 'list' | 'makesUsernames'>;
    readonly searchCertificates: Pick<RaModule['searchCertificates'], 'count' | 'countIssued' | 'expiring' | 'search'>;
    readonly searchEndEntities: Pick<RaModule['searchEndEntities'], 'search'>;
  };
  readonly services: { readonly runService: Pick<RunService, 'run'> };
  readonly tokens: {
    readonly operateTokens: Pick<OperateTokens, 'activate' | 'deactivate' | 'generateKeyPair' | 'removeKeyPair'>;
  };
}
