import type { Administrator } from '../../modules/access/index.ts';
import type { BackgroundServices } from './background-services.ts';
import type { CaServices } from './ca-services.ts';

/**
 * What the routes of the administration interface need of the use cases behind them, one interface for each group of operations.
 *
 * `A` is the administrator, whom every use case asks `access` about first. Failures are `AppError`s.
 */
export interface AdministrationServices {
  readonly documents: DocumentServices;
  readonly cvc: CvcServices;
  readonly ssh: SshServices;
  readonly cryptoTokens: CryptoTokenServices;
  readonly cas: CaServices;
  readonly approvals: ApprovalServices;
  readonly services: BackgroundServices;
  readonly workers: WorkerCertificateServices;
  readonly workerKeys: WorkerKeyServices;
  readonly archive: ArchiveServices;
}

/** Requests for approval. */
export interface ApprovalServices {
  /** @throws `approval.not_found`, also of a request that the administrator may not see */
  get(
    administrator: Administrator,
    requestId: number,
  ): Promise<{
    /** The subject of who asked. */
    readonly requestedBy: string;
    /** The partitions of the open step that wait for the administrator. */
    readonly decidable: readonly number[];
  }>;
}

/** The archive of workers, which are named by their names or ids. */
export interface ArchiveServices {
  /** A page, the newest first. @throws `signing.no_such_worker` */
  list(
    administrator: Administrator,
    worker: string,
    page: { readonly before: ArchivedPosition | undefined; readonly limit: number },
  ): Promise<readonly ArchivedDocument[]>;
  /** @throws `signing.no_such_worker`, `signing.not_archived` */
  get(
    administrator: Administrator,
    worker: string,
    archiveId: string,
    type: ArchivedDocument['type'],
  ): Promise<{ readonly octets: number; readonly pieces: AsyncIterable<Uint8Array> }>;
  /** Removes what is older, a bounded number at once, and says how many. @throws `signing.no_such_worker` */
  remove(administrator: Administrator, worker: string, beforeMs: number): Promise<number>;
}

/** A place in the order of a worker's documents. */
export interface ArchivedPosition {
  readonly timeMs: number;
  readonly id: number;
}

export interface ArchivedDocument extends ArchivedPosition {
  readonly uniqueId: string;
  readonly archiveId: string;
  readonly type: 'REQUEST' | 'RESPONSE';
  readonly octets: number;
  readonly clientAddress: string;
  readonly clientCertificate: { readonly issuer: string; readonly serial: string } | undefined;
}

/** Keys and certificates of workers, which are named by their names or ids. */
export interface WorkerCertificateServices {
  /** How it stands. @throws `signing.no_such_worker` */
  status(administrator: Administrator, name: string): Promise<WorkerStatus>;
  /** A PKCS#10 request in DER. @throws `signing.*`, `crypto_token.*` */
  request(
    administrator: Administrator,
    name: string,
    asked: { readonly alias: string | undefined; readonly subjectDn: string | undefined },
  ): Promise<Uint8Array>;
  /** @param certificates - PEM @throws `signing.*` */
  install(administrator: Administrator, name: string, certificates: string): Promise<void>;
  /** Issues and installs. @param key - made before, unless undefined @throws `signing.*`, and what an enrollment is refused for */
  certify(administrator: Administrator, name: string, issuer: WorkerIssuer, key: WorkerKey | undefined): Promise<void>;
}

/** The crypto tokens of workers, which are named by their names or ids. All of it throws `signing.*` and `crypto_token.*`. */
export interface WorkerKeyServices {
  list(
    administrator: Administrator,
    name: string,
  ): Promise<{
    readonly state: 'active' | 'offline';
    /** Why it is offline. */
    readonly problem: string | undefined;
    readonly keys: readonly WorkerKeyView[];
  }>;
  generate(
    administrator: Administrator,
    name: string,
    key: { readonly alias?: string; readonly algorithm?: string; readonly specification?: string },
  ): Promise<WorkerKeyView>;
  test(administrator: Administrator, name: string, alias: string): Promise<void>;
  remove(administrator: Administrator, name: string, alias: string): Promise<void>;
  activate(administrator: Administrator, name: string, code: string): Promise<void>;
  deactivate(administrator: Administrator, name: string): Promise<void>;
}

export interface WorkerKeyView {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
}

export interface WorkerStatus {
  readonly id: number;
  readonly name: string;
  readonly state: 'active' | 'offline' | 'disabled' | 'misconfigured';
  readonly problems: readonly SettingProblem[];
  readonly warnings: readonly SettingProblem[];
  /** DER. */
  readonly certificate: Uint8Array | undefined;
  /** How often the key was used, and how often it may be. */
  readonly signings: number | undefined;
  readonly signLimit: number | undefined;
  /** From when on its certificate is to be renewed, in seconds since 1970. */
  readonly renewalDue: number | undefined;
  /** Of a timed service alone. */
  readonly service: TimedServiceStatus | undefined;
}

/** How a timed service runs. */
export interface TimedServiceStatus {
  readonly active: boolean;
  readonly schedule: string;
  /** One for each process, or one without a node for all of them. */
  readonly runs: readonly {
    readonly node: string;
    readonly nextMs: number | undefined;
    readonly startedMs: number | undefined;
    readonly endedMs: number | undefined;
    readonly problem: string;
  }[];
}

/** Where a worker's certificate comes from, by names. */
export interface WorkerIssuer {
  readonly ca: string;
  readonly certificateProfile: string;
  readonly endEntityProfile: string;
  readonly subjectDn: string | undefined;
}

/** A key to be made. */
export interface WorkerKey {
  readonly algorithm: string;
  readonly specification: string;
}

/** Documents of every type. What an administrator may not see is not found. */
export interface DocumentServices {
  /** @throws `document.unknown_type`, `access.denied` */
  list(
    administrator: Administrator,
    type: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<DocumentList>;
  /** @throws `document.not_found` */
  get(administrator: Administrator, target: DocumentTarget): Promise<DocumentView>;
  /** Who uses a document, in words; the first ones only when there are many. */
  usersOf(administrator: Administrator, target: DocumentTarget): Promise<{ users: readonly string[]; more: boolean }>;
  /** What a change would come to. Nothing is stored. */
  plan(administrator: Administrator, change: SettingsChange): Promise<ChangeResult>;
  /** Makes a change durable. */
  apply(administrator: Administrator, change: SettingsChange): Promise<ChangeResult>;
}

/** CAs of SSH. */
export interface SshServices {
  /**
   * The key revocation list of a CA.
   *
   * @throws `ca.not_found`, `ca.wrong_kind`
   */
  krl(administrator: Administrator, caName: string): Promise<Uint8Array>;
}

export interface DocumentTarget {
  readonly type: string;
  readonly name: string;
  readonly namespace: string;
}

/** A change that a client asks for. Settings are checked by the use case; `expectedVersion` is undefined when any will do. */
export type SettingsChange = DocumentTarget &
  (
    | { readonly kind: 'create'; readonly settings: unknown }
    | { readonly kind: 'change'; readonly settings: unknown; readonly expectedVersion: number | undefined }
    | {
        readonly kind: 'rename';
        readonly newName: string;
        readonly newNamespace: string | undefined;
        readonly expectedVersion: number | undefined;
      }
    | { readonly kind: 'remove'; readonly expectedVersion: number | undefined }
  );

/** What identifies a document, without its settings. */
export interface DocumentVersion extends DocumentTarget {
  /** The number that clients see. */
  readonly publicId: number;
  readonly version: number;
  readonly builtIn: boolean;
}

export interface DocumentList {
  readonly documents: readonly DocumentVersion[];
  /** What the next page comes after; undefined when this is the last one. */
  readonly next: string | undefined;
}

export interface DocumentView extends DocumentVersion {
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** Why it cannot be used; empty when it can. */
  readonly problems: readonly SettingProblem[];
  /** Names in place of ids, `placeholder` in place of secrets. */
  readonly settings: object;
}

export interface SettingProblem {
  /** Where: `validity`, `keys[0].alias`; empty for the settings as a whole. */
  readonly field: string;
  readonly message: string;
}

/** A setting that is, or would be, changed. */
export interface SettingDifference {
  readonly field: string;
  /** Undefined when there was none. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface ChangeResult {
  /** As it is after the change; undefined when it is only planned, and when it was removed. */
  readonly document: DocumentView | undefined;
  readonly differences: readonly SettingDifference[];
  /** Of a plan: what the change would be refused for. */
  readonly problems: readonly SettingProblem[];
}

/** Crypto tokens beside their documents. A token is named by its document. */
export interface CryptoTokenServices {
  /** @throws `crypto_token.not_found` */
  status(administrator: Administrator, name: string): Promise<CryptoTokenStatus>;
  /** A page of key pairs in the order of their aliases. */
  keyPairs(
    administrator: Administrator,
    name: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<readonly KeyPair[]>;
  /** @throws `crypto_token.unknown_alias`, `crypto_token.key_test_failed`, `crypto_token.offline` */
  testKeyPair(administrator: Administrator, name: string, alias: string): Promise<void>;
}

export interface CryptoTokenStatus {
  /** The number that clients see. */
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly state: 'active' | 'offline';
  readonly autoActivation: boolean;
}

export interface KeyPair {
  readonly alias: string;
  readonly algorithm: string;
  readonly specification: string;
  readonly keyUsage: 'SIGN' | 'ENCRYPT' | 'SIGN_ENCRYPT' | undefined;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
}

/** Card verifiable certificates. */
export interface CvcServices {
  /** @throws `ca.not_found`, `ca.bad_cv_request`, `ca.holder_reference_taken`, `ca.cv_certificate_refused`, `ca.wrong_kind` */
  sign(administrator: Administrator, request: CvCertificateRequest): Promise<IssuedCvCertificate>;
}

export interface CvCertificateRequest {
  readonly certificateAuthorityName: string;
  readonly certificateProfileName: string;
  /** PEM or base64. */
  readonly certificateRequest: string;
  readonly username: string | undefined;
  /** `2027-11-20`. */
  readonly lastDay: string | undefined;
}

export interface IssuedCvCertificate {
  readonly certificate: Uint8Array;
  /** The certificate of the CA first. */
  readonly chain: readonly Uint8Array[];
  /** Holder references. */
  readonly holder: string;
  readonly authority: string;
  /** `2026-11-21`. */
  readonly effectiveDate: string;
  /** The last day of validity. */
  readonly expirationDate: string;
  readonly serialNumber: string;
}
