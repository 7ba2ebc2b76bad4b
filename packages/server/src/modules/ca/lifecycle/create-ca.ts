import { partlyDone } from '../../../kernel/errors.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, SYSTEM } from '../../access/index.ts';
import type { ChangeDocuments } from '../../administration/index.ts';
import { type Authorities } from '../authorities/index.ts';
import { caType } from '../kinds/index.ts';
import type { PublicAddresses } from '../settings/index.ts';
import type { InitializeCa } from './initialize-ca.ts';

export interface CreateCaDeps {
  readonly authorities: Pick<Authorities, 'findByName'>;
  readonly changeDocuments: Pick<ChangeDocuments, 'apply'>;
  readonly initializeCa: Pick<InitializeCa, 'initialize'>;
  readonly publicAddresses: Pick<PublicAddresses, 'complete'>;
  /** Receives the reason why a CA that could not be initialized could not be removed either. */
  readonly onFailed: (error: unknown) => void;
}

/** Creation of a CA in one act: its document, its keys, and its certificate or the request for one. */
export class CreateCa extends WithDeps<CreateCaDeps> {
  /**
   * Creates the document and initializes the CA. Omitted addresses for relying parties are set to those of this server, if it has a public address.
   *
   * If initialization fails the document is removed, so that the name is free for another attempt. If it cannot be removed, the error says that the
   * act was partly done.
   */
  async create(administrator: Administrator, name: string, settings: object): Promise<void> {
    const { changeDocuments, initializeCa, publicAddresses } = this.deps;
    const complete = publicAddresses.complete(name, { ...settings });
    await changeDocuments.apply(administrator, { kind: 'create', type: caType.token, name, settings: complete });
    try {
      await initializeCa.initialize(administrator, name);
    } catch (error) {
      throw (await this.#withdraw(name)) ? error : partlyDone(error);
    }
  }

  /**
   * Removes a CA that could not be initialized. Does not throw, since the caller has to report the original error. A CA that was initialized after
   * all, perhaps by somebody else, stays.
   *
   * @returns true if nothing is left of it
   */
  async #withdraw(name: string): Promise<boolean> {
    const { authorities, changeDocuments, onFailed } = this.deps;
    try {
      const found = await authorities.findByName(name);
      if (found === undefined) return true;
      if (found.status !== 'UNINITIALIZED') return false;
      await changeDocuments.apply(SYSTEM, { kind: 'remove', type: caType.token, name });
      return true;
    } catch (error) {
      onFailed(error);
      return false;
    }
  }
}
