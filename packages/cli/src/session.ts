/** One run of one command: its options, its output, and the connection when it asks for one. */
import type { CliContext } from './context.ts';
import { noClientIdentity, readClientIdentity, readServerTrust } from './credentials.ts';
import type { FailureKind } from './errors.ts';
import { type GivenGlobalOptions, type GlobalOptions, settleGlobalOptions } from './global-options.ts';
import { type Result, showResult } from './terminal/output.ts';
import { Progress } from './terminal/progress.ts';
import { ADMINISTRATION_PATH, AdministrationRest } from './rest/administration-rest.ts';
import { ApprovalRest } from './rest/approval-rest.ts';
import { ArchiveRest } from './rest/archive-rest.ts';
import { CaAdministrationRest } from './rest/ca-administration-rest.ts';
import { CaRest } from './rest/ca-rest.ts';
import { CertificateRest } from './rest/certificate-rest.ts';
import { ConfigdumpRest } from './rest/configdump-rest.ts';
import { CrlRest } from './rest/crl-rest.ts';
import { DistributionRest } from './rest/distribution-rest.ts';
import { EndEntityRest } from './rest/end-entity-rest.ts';
import { RestClient } from './rest/rest-client.ts';
import { JobRest } from './rest/job-rest.ts';
import { PublisherRest } from './rest/publisher-rest.ts';
import type { BothClients } from './rest/rest-operations.ts';
import { ServiceRest } from './rest/service-rest.ts';
import { SigningRest } from './rest/signing-rest.ts';
import { SshRest } from './rest/ssh-rest.ts';
import { WorkerKeysRest } from './rest/worker-keys-rest.ts';
import { SIGNING_PATH, WorkersRest } from './rest/workers-rest.ts';

/** Connections and settings of one command. */
export class Session {
  readonly context: CliContext;
  readonly options: GlobalOptions;
  readonly progress: Progress;
  readonly #opened: { close(): void }[] = [];

  constructor(context: CliContext, given: GivenGlobalOptions) {
    this.context = context;
    this.options = settleGlobalOptions(given, context);
    this.progress = new Progress(context, this.options);
  }

  /** Writes the result of the command. */
  show(result: Result): void {
    showResult(this.context, this.options.json, result);
  }

  /**
   * Reads the credentials and opens the interface; nothing is sent yet.
   *
   * @param needs - `anyone` when the operations are open to callers without a client certificate
   * @throws {FileError}; {UsageError} when there is no client certificate and one is needed
   */
  async connect(needs: 'client-certificate' | 'anyone' = 'client-certificate'): Promise<CaRest> {
    return new CaRest(await this.#open(this.options.server, needs));
  }

  /** Tells whether there is a client certificate to connect with. @throws {@link FileError} */
  async hasClientIdentity(): Promise<boolean> {
    return (await readClientIdentity(this.options)) !== undefined;
  }

  /** As {@link connect}, of the administration interface of the same server. */
  async connectToAdministration(): Promise<AdministrationRest> {
    return new AdministrationRest(await this.#openAdministration());
  }

  /** As {@link connect}, for certificates that there are. */
  async connectToCertificates(): Promise<CertificateRest> {
    return new CertificateRest(await this.#openBoth());
  }

  /** As {@link connect}, for the configuration as a whole. */
  async connectToConfigdump(): Promise<ConfigdumpRest> {
    return new ConfigdumpRest(await this.#open(this.options.server, 'client-certificate'));
  }

  /** As {@link connectToAdministration}, for the CAs on it. */
  async connectToCas(): Promise<CaAdministrationRest> {
    return new CaAdministrationRest(await this.#openAdministration());
  }

  /** As {@link connect}, for CRLs. */
  async connectToCrls(): Promise<CrlRest> {
    return new CrlRest(await this.#openBoth());
  }

  /** Connects to the same server as a relying party, which needs no client certificate. */
  async connectToDistribution(): Promise<DistributionRest> {
    return new DistributionRest(await this.#open(new URL('/', this.options.server), 'anyone'));
  }

  /** As {@link connect}, of what waits for approval. */
  async connectToApprovals(): Promise<ApprovalRest> {
    return new ApprovalRest(await this.#openBoth());
  }

  /** As {@link connect}, for end entities. */
  async connectToEndEntities(): Promise<EndEntityRest> {
    return new EndEntityRest(await this.#openBoth());
  }

  /** As {@link connect}, for publishers. */
  async connectToPublishers(): Promise<PublisherRest> {
    return new PublisherRest(await this.#openAdministration());
  }

  /** As {@link connect}, for jobs. */
  async connectToJobs(): Promise<JobRest> {
    return new JobRest(await this.#openAdministration());
  }

  /** As {@link connect}, for services that run in the background. */
  async connectToServices(): Promise<ServiceRest> {
    return new ServiceRest(await this.#openBoth());
  }

  /** As {@link connect}, of the operations on SSH CAs. */
  async connectToSsh(): Promise<SshRest> {
    return new SshRest(await this.#open(this.options.server, 'client-certificate'));
  }

  /** As {@link connectToAdministration}, for workers of the signing service. */
  async connectToWorkers(): Promise<WorkersRest> {
    const administration = await this.#openAdministration();
    const signing = await this.#open(new URL(SIGNING_PATH, this.options.server), 'client-certificate');
    return new WorkersRest({ administration, signing });
  }

  /** As {@link connectToAdministration}, for the archive of the signing service. */
  async connectToArchive(): Promise<ArchiveRest> {
    return new ArchiveRest(await this.#openAdministration());
  }

  /** As {@link connectToAdministration}, for the keys of workers. */
  async connectToWorkerKeys(): Promise<WorkerKeysRest> {
    return new WorkerKeysRest(await this.#openAdministration());
  }

  /** The signing interface of the same server. Whether a client certificate is needed, each worker decides. */
  async connectToSigning(): Promise<SigningRest> {
    return new SigningRest(await this.#open(new URL(SIGNING_PATH, this.options.server), 'anyone'));
  }

  close(): void {
    for (const opened of this.#opened) opened.close();
  }

  #openAdministration(): Promise<RestClient> {
    return this.#open(new URL(ADMINISTRATION_PATH, this.options.server), 'client-certificate');
  }

  async #openBoth(): Promise<BothClients> {
    const ca = await this.#open(this.options.server, 'client-certificate');
    return { ca, administration: await this.#openAdministration() };
  }

  async #open(server: URL, needs: 'client-certificate' | 'anyone'): Promise<RestClient> {
    const { options } = this;
    const identity = await readClientIdentity(options);
    if (identity === undefined && needs === 'client-certificate') throw noClientIdentity(options);
    const { timeoutMs } = options;
    const client = new RestClient({ server, timeoutMs, ...identity, ...(await readServerTrust(options)) });
    this.#opened.push(client);
    return client;
  }
}

/** Outcome of a command that did not fail. `changes`: a comparison has found some. */
export type Ending = Extract<FailureKind, 'found' | 'pending-approval' | 'refused'> | 'success' | 'changes';
