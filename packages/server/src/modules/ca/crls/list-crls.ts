/** The newest CRLs of a CA with their validity. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type AccessControl, type Administrator, Resource } from '../../access/index.ts';
import { type Authorities, CaNotFoundError, getByName } from '../authorities/index.ts';
import { requireX509 } from '../kinds/index.ts';
import type { CrlHead, CrlKind, CrlStore } from '../records/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';

/** The newest CRL of one kind and partition. */
export interface ListedCrl extends CrlHead {
  readonly kind: CrlKind;
  /** Number of the partition; 0 for the main CRL. */
  readonly partition: number;
}

export interface ListCrlsDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly crls: Pick<CrlStore, 'findLatestHead'>;
}

export class ListCrls extends WithDeps<ListCrlsDeps> {
  /**
   * Lists the newest base and delta CRL of each partition, the main CRL first.
   *
   * @throws {@link CaNotFoundError} also for a CA that the administrator has no access to
   * @throws {@link WrongCaKindError} for a CA that makes no CRLs
   */
  async list(administrator: Administrator, caName: string): Promise<readonly ListedCrl[]> {
    const { access, authorities } = this.deps;
    await access.authorize(administrator);
    const authority = await getByName(authorities, caName);
    if (!(await access.isAuthorized(administrator, Resource.ca(authority.id)))) throw CaNotFoundError.byName(caName);
    const { id, settings } = requireX509(authority);
    const found: ListedCrl[] = [];
    for (const partition of partitionsWithCrl(settings.crl.partitions))
      found.push(...(await this.#newest(id, partition)));
    return found;
  }

  async #newest(caId: number, partition: number): Promise<readonly ListedCrl[]> {
    const found: ListedCrl[] = [];
    for (const kind of KINDS) {
      const head = await this.deps.crls.findLatestHead({ caId, partition }, kind);
      if (head !== undefined) found.push({ ...head, kind, partition });
    }
    return found;
  }
}

const KINDS = ['base', 'delta'] as const;
