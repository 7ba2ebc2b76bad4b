/** Reading of workers by administrators and auditors through the signing interface. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { maskedProperties, NoSuchWorkerError, workerType } from '../workers/index.ts';
import type { WorkerName } from '../worker-contract/index.ts';

export type ReadWorkersDeps = Pick<UseCaseDeps, 'access' | 'configuration'>;

/** Reads as of the moment: what another process changed just now is seen. */
export class ReadWorkers extends WithDeps<ReadWorkersDeps> {
  /** All workers in the order of their ids. */
  async list(administrator: Administrator): Promise<readonly WorkerName[]> {
    await this.#authorize(administrator);
    const heads = await this.deps.configuration.listHeads(workerType.token);
    return heads.map(({ publicId: id, name }) => ({ id, name })).toSorted((a, b) => a.id - b.id);
  }

  /**
   * The properties of a worker, its secrets masked.
   *
   * @throws {@link NoSuchWorkerError}
   */
  async properties(administrator: Administrator, id: number): Promise<Readonly<Record<string, string>>> {
    await this.#authorize(administrator);
    const { configuration } = this.deps;
    await configuration.refresh();
    const document = await configuration.findByPublicId(workerType, id);
    if (document === undefined) throw new NoSuchWorkerError(id);
    return maskedProperties(document);
  }

  async #authorize(administrator: Administrator): Promise<void> {
    const { access } = this.deps;
    const { view, edit } = Resource.signing;
    const held = (await access.isAuthorized(administrator, edit)) ? edit : view;
    await access.authorize(administrator, held);
  }
}
