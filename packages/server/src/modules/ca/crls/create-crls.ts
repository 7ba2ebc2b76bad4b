/** The use case behind `createcrl`: new base or delta CRLs of a CA, one for each of its partitions. */
import { type Administrator, Resource } from '../../access/index.ts';
import { type AccessibleCaDeps, getAccessible, requireX509 } from '../authorities/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import type { CrlKind, CrlScope, CrlStore } from '../records/index.ts';
import { NoBaseCrlError } from './errors.ts';
import type { IssueCrl } from './issue-crl.ts';
import type { CrlNumberOptions } from './crl-generator.ts';
import type { AddCrlPartitions } from './add-crl-partitions.ts';
import type { TidyAfterCrl } from './tidy-after-crl.ts';

/** The newest CRLs of a CA after some were made. */
export interface CreatedCrls {
  /** The subject of the CA, as text. */
  readonly issuerDn: string;
  /** Numbers by partition, 0 the main CRL; a partition without a CRL is not there. */
  readonly base: ReadonlyMap<number, number>;
  readonly delta: ReadonlyMap<number, number>;
  /** Every partition; the main CRL alone when the CA has none. */
  readonly partitions: readonly number[];
  /** False when some could not be made; the others stand. */
  readonly allSuccess: boolean;
}

export interface CreateCrlsDeps extends AccessibleCaDeps {
  readonly crls: CrlStore;
  readonly issueCrl: IssueCrl;
  readonly tidyAfterCrl: TidyAfterCrl;
  readonly addPartitions: AddCrlPartitions;
  /** Receives the errors of CRLs that could not be made while others were. */
  readonly onFailed: (error: unknown) => void;
}

export class CreateCrls {
  readonly #deps: CreateCrlsDeps;

  constructor(deps: CreateCrlsDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the CRLs of all partitions, the suspended ones as well.
   *
   * @throws {@link CaNotFoundError}, {@link CaNotActiveError}, {@link DeltaCrlNotIssuedError}, {@link ClockSteppedBackError} before
   *   any CRL was made
   */
  async create(administrator: Administrator, issuerDn: string, kind: CrlKind): Promise<CreatedCrls> {
    const { onFailed } = this.#deps;
    const { createCrl } = Resource.caFunctionality;
    const authority = await getAccessible(administrator, createCrl, { subject: issuerDn }, this.#deps);
    const { id: caId, settings } = requireX509(authority);
    const partitions = partitionsWithCrl(settings.crl.partitions);
    let made = 0;
    for (const partition of partitions) {
      try {
        await this.createOne(administrator, { caId, partition }, kind);
        made++;
      } catch (error) {
        // The reason why the first CRL cannot be made holds for all of them, except for a base CRL that one of them lacks.
        if (made === 0 && !(error instanceof NoBaseCrlError)) throw error;
        onFailed(error);
      }
    }
    return {
      issuerDn: settings.subject.toString(),
      base: await this.#numbers(caId, partitions, 'base'),
      delta: await this.#numbers(caId, partitions, 'delta'),
      partitions,
      allSuccess: made === partitions.length,
    };
  }

  /** Makes the CRL of one partition. Errors as {@link create}, and {@link NoBaseCrlError}. */
  async createOne(
    administrator: Administrator,
    scope: CrlScope,
    kind: CrlKind,
    options: CrlNumberOptions = {},
  ): Promise<void> {
    const { issueCrl, tidyAfterCrl, addPartitions } = this.#deps;
    const issued = await issueCrl.issue(administrator, scope, kind, options);
    if (kind === 'delta') return;
    await tidyAfterCrl.tidy(issued);
    await addPartitions.consider(issued);
  }

  async #numbers(caId: number, partitions: readonly number[], kind: CrlKind): Promise<ReadonlyMap<number, number>> {
    const numbers = new Map<number, number>();
    for (const partition of partitions) {
      const head = await this.#deps.crls.findLatestHead({ caId, partition }, kind);
      if (head !== undefined) numbers.set(partition, head.number);
    }
    return numbers;
  }
}
