/** Workers of the signing service: their documents and their status. */
import { RefusedError } from '../errors.ts';
import { AdministrationRest, type DocumentHead, type Problem, problemsOf } from './administration-rest.ts';
import { JsonObject } from './json-object.ts';
import type { RestClient } from './rest-client.ts';

/** Path of the signing interface on a server; it does not depend on the others'. */
export const SIGNING_PATH = '/signserver/rest/v1';

/** Configuration of a worker. */
export interface WorkerSettings {
  /** Such as `PROCESSABLE`. */
  readonly type: string;
  /** By names in upper case; secrets are `placeholder`. */
  readonly properties: Readonly<Record<string, string>>;
  /** Rules for the certificates of its clients. */
  readonly rules: readonly ClientRule[];
}

export interface ClientRule {
  /** `SUBJECT_RDN_CN`, `CERTIFICATE_SERIALNO`, ... */
  readonly subjectField: string;
  readonly subjectValue: string;
  /** The subject of the CA (RFC 4514). */
  readonly issuer: string;
  readonly description: string;
}

export interface Worker extends WorkerSettings {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  /** Problems with its properties; empty when there are none. */
  readonly problems: readonly Problem[];
}

/** State of a worker that is not in its settings: problems, key usage, renewal and, for a timed service, its runs. */
export interface WorkerStatus {
  /** `active`, `offline`, `disabled` or `misconfigured`. */
  readonly state: string;
  /** Reasons why it cannot work on this server; empty if it can. */
  readonly problems: readonly Problem[];
  /** Properties that are missing or have no effect, though the worker works. */
  readonly warnings: readonly Problem[];
  /** Number of signatures by its key; undefined without a key. */
  readonly signings: number | undefined;
  /** Limit of `signings`; undefined without one. */
  readonly signLimit: number | undefined;
  /** From when on its certificate is to be renewed (ISO 8601); undefined when it is not. */
  readonly renewalDue: string | undefined;
  readonly service: TimedService | undefined;
}

export interface TimedService {
  readonly active: boolean;
  /** In words. */
  readonly schedule: string;
  /** In each process of the server, or one without a node for all of them. Times are ISO 8601. */
  readonly runs: readonly {
    readonly node: string | undefined;
    readonly next: string | undefined;
    readonly started: string | undefined;
    readonly ended: string | undefined;
    readonly problem: string | undefined;
  }[];
}

/** Source of a worker's certificate. */
export interface WorkerCertification {
  readonly ca: string;
  readonly certificateProfile: string;
  readonly endEntityProfile: string;
  readonly subjectDn: string | undefined;
  readonly key: { readonly algorithm: string; readonly specification: string };
}

/** Workers on one server, which takes every number for an id, not for a name. Every method throws what `RestClient.send` throws. */
export class WorkersRest {
  readonly #administration: RestClient;
  readonly #signing: RestClient;
  readonly #documents: AdministrationRest;

  constructor(clients: { readonly administration: RestClient; readonly signing: RestClient }) {
    this.#administration = clients.administration;
    this.#signing = clients.signing;
    this.#documents = new AdministrationRest(clients.administration);
  }

  list(): Promise<readonly DocumentHead[]> {
    return this.#documents.listDocuments(TYPE);
  }

  /** All workers, with their settings. */
  async getAll(): Promise<readonly Worker[]> {
    const workers: Worker[] = [];
    for (const { name } of await this.list()) workers.push(await this.#getNamed(name));
    return workers;
  }

  /** Finds a worker. @param named - an id, else a name */
  async get(named: string): Promise<Worker> {
    const head = /^[+-]?\d+$/.test(named) ? (await this.list()).find(({ id }) => id === Number(named)) : undefined;
    return this.#getNamed(head?.name ?? named);
  }

  /** Reads the state of a worker that is not in its settings. */
  async status(id: number): Promise<WorkerStatus> {
    const path = `/workers/${id}/status`;
    const body = JsonObject.parse(await this.#administration.send({ method: 'GET', path }));
    const service = body.optionalObject('service');
    return {
      state: body.text('state'),
      problems: problemsOf(body),
      warnings: problemsOf(body, 'warnings'),
      signings: body.optionalInteger('signings'),
      signLimit: body.optionalInteger('sign_limit'),
      renewalDue: body.optionalText('renewal_due'),
      service: service && {
        active: service.boolean('active'),
        schedule: service.text('schedule'),
        runs: service.objects('runs').map((run) => ({
          node: run.optionalText('node'),
          next: run.optionalText('next'),
          started: run.optionalText('started'),
          ended: run.optionalText('ended'),
          problem: run.optionalText('problem'),
        })),
      },
    };
  }

  async create(name: string, settings: Partial<WorkerSettings>): Promise<Worker> {
    await this.#documents.createDocument(idOf(name), settings, { dryRun: false });
    return this.#getNamed(name);
  }

  /** Plans what {@link create} does. Nothing is stored. @returns reasons why the worker could not work */
  async planCreation(name: string, settings: Partial<WorkerSettings>): Promise<readonly Problem[]> {
    return (await this.#documents.createDocument(idOf(name), settings, { dryRun: true })).warnings;
  }

  /** Changes a worker. On a version conflict, re-reads it and applies the edit again. */
  async change(named: string, edit: (worker: Worker) => WorkerSettings): Promise<Worker> {
    for (let attempt = 1; ; attempt++) {
      const worker = await this.get(named);
      try {
        const change = { dryRun: false, version: worker.version };
        const { document } = await this.#documents.changeDocument(idOf(worker.name), { ...edit(worker) }, change);
        return document === undefined ? worker : workerOf(document);
      } catch (error) {
        const isLate = error instanceof RefusedError && CHANGED_MEANWHILE.includes(error.status);
        if (!isLate || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** @param name - never an id */
  async remove(name: string): Promise<void> {
    await this.#documents.removeDocument(idOf(name), { dryRun: false });
  }

  /** Makes a key, has a CA of the server certify it, and gives both to the worker. */
  async certify(id: number, { ca, certificateProfile, endEntityProfile, ...more }: WorkerCertification): Promise<void> {
    await this.#administration.send({
      method: 'POST',
      path: `/workers/${id}/certificate`,
      body: {
        ca,
        certificate_profile: certificateProfile,
        end_entity_profile: endEntityProfile,
        subject_dn: more.subjectDn,
        key: more.key,
      },
    });
  }

  /** Has every process read anew what is configured. @param ids - all workers unless given */
  async reload(ids: readonly number[] | undefined): Promise<void> {
    await this.#signing.send({
      method: 'POST',
      path: '/workers/reload',
      headers: { 'x-keyfactor-requested-with': 'sealwright' },
      ...(ids === undefined ? {} : { body: { workerIDs: ids } }),
    });
  }

  async #getNamed(name: string): Promise<Worker> {
    return workerOf(await this.#documents.getDocument(idOf(name)));
  }
}

function idOf(name: string) {
  return { type: TYPE, name, namespace: '' };
}

function workerOf({
  id,
  name,
  version,
  problems,
  settings,
}: Awaited<ReturnType<AdministrationRest['getDocument']>>): Worker {
  // An unusable document may hold anything.
  const { type, properties, rules } = settings as Partial<WorkerSettings>;
  return { id, name, version, problems, type: type ?? 'UNKNOWN', properties: properties ?? {}, rules: rules ?? [] };
}

const TYPE = 'WORKER';
const CHANGED_MEANWHILE: readonly (number | undefined)[] = [409, 412];
const MAX_ATTEMPTS = 5;
