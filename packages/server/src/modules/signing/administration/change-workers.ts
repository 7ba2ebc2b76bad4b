/** Changes of workers through the signing interface: by id, and property by property. */
import { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { shortened } from '../../../kernel/text/shortened.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { ChangeDocuments } from '../../administration/index.ts';
import type { DocumentChange } from '../../configuration/index.ts';
import {
  isReadOnly,
  maskedProperties,
  NAME,
  NoSuchWorkerError,
  ownWarnings,
  TYPE,
  UNKNOWN_TYPE,
  type WorkerDocument,
  WorkerReadOnlyError,
  workerType,
} from '../workers/index.ts';
import { WorkerExistsError } from './errors.ts';
import { type GivenProperties, readProperties, readPropertyChanges } from './given-properties.ts';

export interface ChangeWorkersDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly changeDocuments: ChangeDocuments;
}

/** Problems of a worker that was stored as it was given, and properties that mean nothing: for the log, since the answer has no place for them. */
export type WorkerRemarks = readonly string[];

/** The properties of a request, which may have none. */
type Given = GivenProperties | null | undefined;

/** Rules for a change. */
export interface ChangeRules {
  /** Leaves a worker whose property READONLY is true as it is. */
  readonly readOnlyHolds: boolean;
}

/**
 * Changes workers. Every change is made of the worker as it is when it is committed, so that none undoes another.
 *
 * All of them throw `access.denied` first, then {@link BadWorkerPropertiesError} and its like, then {@link NoSuchWorkerError}, then
 * {@link WorkerReadOnlyError}, then {@link WorkerExistsError}.
 */
export class ChangeWorkers extends WithDeps<ChangeWorkersDeps> {
  /** Queue of the changes of each worker: concurrent ones would force each other to plan again. */
  readonly #queue = new KeyedQueue();

  /**
   * Makes a worker, whether its properties make sense or not.
   *
   * @param given - `NAME` and `TYPE` among them, if it is to have any
   * @param id - else one more than the highest
   */
  async create(administrator: Administrator, id: number | undefined, given: Given): Promise<WorkerRemarks> {
    await this.#authorize(administrator);
    const properties = readProperties(given);
    const name = textOf(properties, NAME);
    return this.#apply(administrator, 'create', name ?? unnamed(id), NEW, async () => {
      const { configuration } = this.deps;
      if (name !== undefined && (await configuration.find(workerType, name)) !== undefined)
        throw new WorkerExistsError(name);
      if (id !== undefined && (await configuration.findByPublicId(workerType, id)) !== undefined)
        throw new WorkerExistsError(id);
      const publicId = id ?? (await configuration.nextPublicId(workerType.token));
      const settings = settingsOf(properties, UNKNOWN_TYPE, []);
      return { kind: 'create', type: workerType.token, name: name ?? unnamed(publicId), publicId, settings };
    });
  }

  /** Sets properties, and removes those whose names stand behind a `-`. The others stay. */
  async update(administrator: Administrator, id: number, given: Given, rules: ChangeRules): Promise<WorkerRemarks> {
    await this.#authorize(administrator);
    const { set, removed } = readPropertyChanges(given);
    return this.#change(administrator, id, rules, (document) => {
      const properties = new Map([...Object.entries(maskedProperties(document)), ...set]);
      for (const name of removed) properties.delete(name);
      return properties;
    });
  }

  /** Replaces all properties but the name and the type, which stay unless they are given. */
  async replace(administrator: Administrator, id: number, given: Given, rules: ChangeRules): Promise<WorkerRemarks> {
    await this.#authorize(administrator);
    const properties = readProperties(given);
    return this.#change(administrator, id, rules, () => properties);
  }

  /** Removes a worker with everything that belongs to it. */
  async remove(administrator: Administrator, id: number, { readOnlyHolds }: ChangeRules): Promise<void> {
    await this.#authorize(administrator);
    await this.#apply(administrator, 'remove', String(id), String(id), async () => {
      const { name } = await this.#changeable(id, readOnlyHolds);
      return { kind: 'remove', type: workerType.token, name };
    });
  }

  async #change(
    administrator: Administrator,
    id: number,
    { readOnlyHolds }: ChangeRules,
    next: (document: WorkerDocument) => ReadonlyMap<string, string>,
  ): Promise<WorkerRemarks> {
    return this.#apply(administrator, 'change', String(id), String(id), async () => {
      const document = await this.#changeable(id, readOnlyHolds);
      const properties = next(document);
      const newName = textOf(properties, NAME) ?? document.name;
      const holder = await this.deps.configuration.find(workerType, newName);
      if (holder !== undefined && holder.id !== document.id) throw new WorkerExistsError(newName);
      return {
        kind: 'change',
        type: workerType.token,
        name: document.name,
        newName,
        settings: settingsOf(properties, document.settings.type, document.settings.rules),
      };
    });
  }

  async #changeable(id: number, readOnlyHolds: boolean): Promise<WorkerDocument> {
    const document = await this.deps.configuration.findByPublicId(workerType, id);
    if (document === undefined) throw new NoSuchWorkerError(id);
    if (readOnlyHolds && isReadOnly(document)) throw new WorkerReadOnlyError();
    return document;
  }

  async #apply(
    administrator: Administrator,
    kind: DocumentChange['kind'],
    name: string,
    queue: string,
    make: () => Promise<DocumentChange>,
  ): Promise<WorkerRemarks> {
    const act = { kind, type: workerType.token, name };
    const done = await this.#queue.run(queue, () => this.deps.changeDocuments.applyLatest(administrator, act, make));
    // Documents of this type alone are changed here.
    return done.document === undefined ? [] : remarksOn(done.document as WorkerDocument);
  }

  async #authorize(administrator: Administrator): Promise<void> {
    await this.deps.access.authorize(administrator, Resource.signing.edit);
  }
}

function remarksOn(document: WorkerDocument): WorkerRemarks {
  const { usability } = document;
  return [...(usability.usable ? [] : usability.problems), ...ownWarnings(document)]
    .slice(0, MAX_REMARKS)
    .map(({ field, message }) => shortened(`${field} ${message}`.trim(), MAX_REMARK));
}

function settingsOf(properties: ReadonlyMap<string, string>, type: string, rules: WorkerDocument['settings']['rules']) {
  const own = [...properties].filter(([name]) => name !== NAME && name !== TYPE);
  return { type: textOf(properties, TYPE) ?? type, properties: Object.fromEntries(own), rules };
}

/** A blank name or type does not count. */
function textOf(properties: ReadonlyMap<string, string>, name: typeof NAME | typeof TYPE): string | undefined {
  const text = properties.get(name)?.trim() ?? '';
  return text === '' ? undefined : text;
}

/** Spelled as clients know it. */
function unnamed(id: number | undefined): string {
  return `UnamedWorker${id ?? ''}`;
}

const MAX_REMARKS = 20;
const MAX_REMARK = 300;
/** New workers queue for the next id. */
const NEW = 'new';
