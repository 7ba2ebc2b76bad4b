/** The use case behind `createcrl`: new base or delta CRLs of a CA, one for each of its partitions. */
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { type Administrator, Resource, SYSTEM } from '../../access/index.ts';
import {
  type AccessibleCaDeps,
  type CaReference,
  type CertificateAuthority,
  getAccessible,
  requireX509,
} from '../authorities/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import type { CrlKind, CrlScope, CrlStore } from '../records/index.ts';
import { CrlEndError, NoBaseCrlError } from './errors.ts';
import type { IssueCrl, IssuedCrl } from './issue-crl.ts';
import type { CrlOptions } from './crl-generator.ts';
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
  readonly clock: Clock;
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
   * @param options - `validUntil`: the nextUpdate of base CRLs in place of what the settings say, seconds since 1970; for a CA that goes off line
   *   until then. One that stays goes on as its settings say. Lint refuses what `crlBaselineRequirements` do not allow
   * @throws {@link CrlEndError} when they would end in the past, after the certificate of the CA, or are delta CRLs
   * @throws {@link CaNotFoundError}, {@link CaNotActiveError}, {@link DeltaCrlNotIssuedError}, {@link ClockSteppedBackError} before
   *   any CRL was made
   */
  async create(
    administrator: Administrator,
    ca: CaReference,
    kind: CrlKind,
    { validUntil }: { readonly validUntil?: number | undefined } = {},
  ): Promise<CreatedCrls> {
    const { clock, onFailed } = this.#deps;
    const { createCrl } = Resource.caFunctionality;
    const authority = await getAccessible(administrator, createCrl, ca, this.#deps);
    const { id: caId, settings } = requireX509(authority);
    if (validUntil !== undefined) requirePossibleEnd(authority, kind, validUntil, nowSeconds(clock));
    const partitions = partitionsWithCrl(settings.crl.partitions);
    let made = 0;
    for (const partition of partitions) {
      try {
        await this.createOne(administrator, { caId, partition }, kind, { validUntil });
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
    options: CrlOptions = {},
  ): Promise<void> {
    await this.#tidy(await this.#deps.issueCrl.issue(administrator, scope, kind, options), kind);
  }

  /**
   * Makes the CRL of one partition unless there is one of the kind. Errors as {@link createOne}.
   *
   * @returns true when it was made
   */
  async createFirst(scope: CrlScope, kind: CrlKind): Promise<boolean> {
    const issued = await this.#deps.issueCrl.issueFirst(SYSTEM, scope, kind);
    if (issued !== undefined) await this.#tidy(issued, kind);
    return issued !== undefined;
  }

  /** Makes the CRL of one partition unless `isDone` says that others have. Errors as {@link createOne}. */
  async createUnless(scope: CrlScope, kind: CrlKind, isDone: () => Promise<boolean>): Promise<void> {
    const issued = await this.#deps.issueCrl.issueUnless(SYSTEM, scope, kind, { isDone });
    if (issued !== undefined) await this.#tidy(issued, kind);
  }

  async #tidy(issued: IssuedCrl, kind: CrlKind): Promise<void> {
    if (kind === 'delta') return;
    const { tidyAfterCrl, addPartitions } = this.#deps;
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

function requirePossibleEnd(
  { name, notAfter }: CertificateAuthority,
  kind: CrlKind,
  validUntil: number,
  now: number,
): void {
  const asked = textOf(validUntil);
  if (kind === 'delta')
    throw new CrlEndError(`A delta CRL cannot be made until ${asked}: ask for base CRLs, or leave the end out.`);
  if (validUntil <= now) throw new CrlEndError(`A CRL cannot be made until ${asked}, which is not after now.`);
  if (notAfter === undefined || validUntil <= notAfter) return;
  throw new CrlEndError(
    `A CRL of CA '${name}' cannot be made until ${asked}: the certificate of the CA ends at ${textOf(notAfter)}. Ask for that at most.`,
  );
}

function textOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
