/** Issuance of one CRL: authorizes, has it generated, and stores it with its number. */
import { nowSeconds } from '../../../kernel/clock.ts';
import { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { ConflictError, planAndCommit, type Plan } from '../../../kernel/unit-of-work.ts';
import { type Administrator, Resource } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { Leases } from '../../background/index.ts';
import { getById, caEvent, type ChangingDeps } from '../authorities/index.ts';
import { type SigningAuthority, requireCrlSigner } from '../kinds/index.ts';
import { withLintWarnings } from '../issuance/index.ts';
import type { CrlKind, CrlScope } from '../records/index.ts';
import { FIRST_NUMBER } from './crl-number.ts';
import { type CrlOptions, type SignedCrl, CrlGenerator, type CrlGeneratorDeps } from './crl-generator.ts';

export interface IssueCrlDeps extends ChangingDeps, CrlGeneratorDeps {
  readonly leases: Pick<Leases, 'inTurnUnless'>;
}

/** A stored CRL. */
export interface IssuedCrl extends Pick<SignedCrl, 'crl' | 'previousBase' | 'coveredUntil' | 'content'> {
  readonly authority: SigningAuthority;
}

/**
 * Issues CRLs of a scope one after the other, each with its own number: within a process in a queue, between processes under a lease. If a process
 * stalls for longer than its lease, the later CRL is made again.
 */
export class IssueCrl {
  readonly #deps: IssueCrlDeps;
  readonly #generator: CrlGenerator;
  readonly #byScope = new KeyedQueue();

  constructor(deps: IssueCrlDeps) {
    this.#deps = deps;
    this.#generator = new CrlGenerator(deps);
  }

  /**
   * Issues the CRL. A CRL of a million entries takes seconds, during which the configuration of a busy installation changes repeatedly. So the signed
   * CRL is kept as long as it is current; rights are checked again each time.
   *
   * @throws {@link CaNotFoundError}, {@link CaNotActiveError}, {@link ClockSteppedBackError}, {@link ClockDoubtedError}
   * @throws {@link DeltaCrlNotIssuedError}, {@link NoBaseCrlError} for a delta CRL
   */
  async issue(
    administrator: Administrator,
    scope: CrlScope,
    kind: CrlKind,
    options: CrlOptions = {},
  ): Promise<IssuedCrl> {
    return (await this.issueUnless(administrator, scope, kind, { ...options, isDone: async () => false }))!;
  }

  /**
   * Issues the CRL unless another caller or process made a sufficient one while this call waited its turn. Throws the errors of {@link issue}.
   *
   * @param options - `isDone` tells whether there is a sufficient one
   */
  async issueUnless(
    administrator: Administrator,
    scope: CrlScope,
    kind: CrlKind,
    { isDone, ...options }: CrlOptions & { readonly isDone: () => Promise<boolean> },
  ): Promise<IssuedCrl | undefined> {
    const key = keyOf(scope);
    return this.#byScope.run(key, () =>
      this.#deps.leases.inTurnUnless(`crl ${key}`, isDone, () => this.#issue(administrator, scope, kind, options)),
    );
  }

  /** Issues the CRL unless there is one of the kind, which may also have been in progress when this was called. Throws the errors of {@link issue}. */
  async issueFirst(administrator: Administrator, scope: CrlScope, kind: CrlKind): Promise<IssuedCrl | undefined> {
    const isDone = async () => (await this.#deps.crls.findLatestHead(scope, kind)) !== undefined;
    return this.issueUnless(administrator, scope, kind, { firstNumber: FIRST_NUMBER.automatic, isDone });
  }

  async #issue(administrator: Administrator, scope: CrlScope, kind: CrlKind, options: CrlOptions): Promise<IssuedCrl> {
    let made: SignedCrl | undefined;
    try {
      return await planAndCommit(async (previous): Promise<Plan<IssuedCrl>> => {
        // Read first: everything below belongs to this epoch or a later one, and a change of the epoch causes another attempt.
        const epoch = this.#deps.epoch();
        const authority = await this.#authorize(administrator, scope);
        if (made !== undefined && !(await this.#isRight(made, authority, previous))) {
          await made.discard();
          made = undefined;
        }
        made ??= await this.#generator.make(authority, scope, kind, options);
        const { crl, previousBase, coveredUntil, content, writes } = made;
        const unit = this.#deps.audit.unit(writes, [recordOf(administrator, kind, made)], epoch);
        return { unit, result: { authority, crl, previousBase, coveredUntil, content } };
      }, this.#deps.store);
    } catch (error) {
      await made?.discard();
      throw error;
    }
  }

  async #authorize(administrator: Administrator, { caId }: CrlScope): Promise<SigningAuthority> {
    const { access, authorities, clock } = this.#deps;
    const found = await getById(authorities, caId);
    await access.authorize(administrator, Resource.caFunctionality.createCrl, Resource.ca(found.id));
    return requireCrlSigner(found, nowSeconds(clock));
  }

  /** Tells whether the CRL can still be stored. After a conflict it cannot: another CRL has its number, or its parts were swept up. */
  async #isRight(made: SignedCrl, authority: SigningAuthority, previous: Error | undefined): Promise<boolean> {
    return !(previous instanceof ConflictError) && (await this.#generator.isCurrent(made, authority));
  }
}

function keyOf({ caId, partition }: CrlScope): string {
  return `${caId} ${partition}`;
}

function recordOf(administrator: Administrator, kind: CrlKind, { crl, content, lintWarnings }: SignedCrl): AuditEntry {
  const { caId, number, partition, thisUpdate, nextUpdate } = crl;
  const details = { number, kind, partition, thisUpdate, nextUpdate, entries: content.entries };
  return caEvent(administrator, 'CRL_CREATION', caId, withLintWarnings(details, lintWarnings));
}
