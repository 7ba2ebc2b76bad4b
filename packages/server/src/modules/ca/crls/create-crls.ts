/** Use case of `createcrl`: new base or delta CRLs of a CA, one per partition. */
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { isoMoment } from '../../../kernel/text/moments.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, SYSTEM } from '../../access/index.ts';
import { type AccessibleCaDeps, type CaReference, getAccessible } from '../authorities/index.ts';
import { type CertificateAuthority, requireX509 } from '../kinds/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import type { CrlKind, CrlScope, CrlStore } from '../records/index.ts';
import { CrlEndError, NoBaseCrlError } from './errors.ts';
import type { IssueCrl, IssuedCrl } from './issue-crl.ts';
import type { CrlOptions } from './crl-generator.ts';
import type { AddCrlPartitions } from './add-crl-partitions.ts';
import type { TidyAfterCrl } from './tidy-after-crl.ts';

/** The newest CRLs of a CA after some were made. */
export interface CreatedCrls {
  /** Subject of the CA. */
  readonly issuerDn: string;
  /** CRL numbers by partition, 0 for the main CRL. Partitions without a CRL are absent. */
  readonly base: ReadonlyMap<number, number>;
  readonly delta: ReadonlyMap<number, number>;
  /** All partitions; only the main CRL if the CA has none. */
  readonly partitions: readonly number[];
  /** False if some CRLs could not be made; the others are kept. */
  readonly allSuccess: boolean;
}

export interface CreateCrlsDeps extends AccessibleCaDeps {
  readonly crls: CrlStore;
  readonly issueCrl: IssueCrl;
  readonly tidyAfterCrl: TidyAfterCrl;
  readonly addPartitions: AddCrlPartitions;
  readonly clock: Clock;
  /** Receives errors of single CRLs when others could be made. */
  readonly onFailed: (error: unknown) => void;
}

export class CreateCrls extends WithDeps<CreateCrlsDeps> {
  /**
   * Makes the CRLs of all partitions, including suspended ones.
   *
   * @param options - `validUntil`: the nextUpdate of base CRLs instead of the one from the settings, seconds since 1970; for a CA that is taken
   *   offline until then. A CA that stays online makes its further CRLs as its settings say. Lint refuses values that `crlBaselineRequirements` does
   *   not allow
   * @throws {@link CrlEndError} if they would expire in the past or after the CA's certificate, or are delta CRLs
   * @throws {@link CaNotFoundError}, {@link CaNotActiveError}, {@link DeltaCrlNotIssuedError}, {@link ClockSteppedBackError} before any CRL was made
   */
  async create(
    administrator: Administrator,
    ca: CaReference,
    kind: CrlKind,
    { validUntil }: { readonly validUntil?: number | undefined } = {},
  ): Promise<CreatedCrls> {
    const { clock, onFailed } = this.deps;
    const { createCrl } = Resource.caFunctionality;
    const authority = await getAccessible(administrator, createCrl, ca, this.deps);
    const { id: caId, settings } = requireX509(authority);
    if (validUntil !== undefined) requirePossibleEnd(authority, kind, validUntil, nowSeconds(clock));
    const partitions = partitionsWithCrl(settings.crl.partitions);
    let made = 0;
    for (const partition of partitions) {
      try {
        await this.createOne(administrator, { caId, partition }, kind, { validUntil });
        made++;
      } catch (error) {
        // If the first CRL cannot be made, neither can the others, unless its partition only lacks a base CRL.
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

  /** Makes the CRL of one partition. Throws the errors of {@link create}, and {@link NoBaseCrlError}. */
  async createOne(
    administrator: Administrator,
    scope: CrlScope,
    kind: CrlKind,
    options: CrlOptions = {},
  ): Promise<void> {
    await this.#tidy(await this.deps.issueCrl.issue(administrator, scope, kind, options), kind);
  }

  /**
   * Makes the CRL of one partition if it has none of the kind. Throws the errors of {@link createOne}.
   *
   * @returns true if it was made
   */
  async createFirst(scope: CrlScope, kind: CrlKind): Promise<boolean> {
    const issued = await this.deps.issueCrl.issueFirst(SYSTEM, scope, kind);
    if (issued !== undefined) await this.#tidy(issued, kind);
    return issued !== undefined;
  }

  /** Makes the CRL of one partition unless `isDone` says that another process has. Throws the errors of {@link createOne}. */
  async createUnless(scope: CrlScope, kind: CrlKind, isDone: () => Promise<boolean>): Promise<void> {
    const issued = await this.deps.issueCrl.issueUnless(SYSTEM, scope, kind, { isDone });
    if (issued !== undefined) await this.#tidy(issued, kind);
  }

  async #tidy(issued: IssuedCrl, kind: CrlKind): Promise<void> {
    if (kind === 'delta') return;
    const { tidyAfterCrl, addPartitions } = this.deps;
    await tidyAfterCrl.tidy(issued);
    await addPartitions.consider(issued);
  }

  async #numbers(caId: number, partitions: readonly number[], kind: CrlKind): Promise<ReadonlyMap<number, number>> {
    const numbers = new Map<number, number>();
    for (const partition of partitions) {
      const head = await this.deps.crls.findLatestHead({ caId, partition }, kind);
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
  const asked = isoMoment(validUntil);
  if (kind === 'delta')
    throw new CrlEndError(`A delta CRL cannot be made until ${asked}: ask for base CRLs, or leave the end out.`);
  if (validUntil <= now) throw new CrlEndError(`A CRL cannot be made until ${asked}, which is not after now.`);
  if (notAfter === undefined || validUntil <= notAfter) return;
  throw new CrlEndError(
    `A CRL of CA '${name}' cannot be made until ${asked}: the certificate of the CA ends at ${isoMoment(notAfter)}. Ask for that at most.`,
  );
}
