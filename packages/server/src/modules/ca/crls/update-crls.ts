/** Generation of CRLs that are due. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TOLERATED_STEP_BACK_MS } from '../../../kernel/clock-belief.ts';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { SYSTEM } from '../../access/index.ts';
import { type Authorities } from '../authorities/index.ts';
import { type SigningAuthority, signsCrls } from '../kinds/index.ts';
import type { CreateCrls } from './create-crls.ts';
import { LastCrlMissingError } from './errors.ts';
import type { FirstCrls } from './first-crls.ts';
import { type CrlSettings, partitionsWithCrl } from '../settings/index.ts';
import type { CrlHead, CrlKind, CrlScope, CrlStore } from '../records/index.ts';

export interface UpdateCrlsDeps {
  readonly authorities: Authorities;
  readonly crls: CrlStore;
  readonly createCrls: CreateCrls;
  readonly firstCrls: Pick<FirstCrls, 'wereBegun'>;
  readonly clock: Clock;
  /** Receives the error of a CRL that could not be made; the others are made. */
  readonly onFailed: (error: unknown) => void;
}

export class UpdateCrls extends WithDeps<UpdateCrlsDeps> {
  /**
   * Makes the base and delta CRLs that are due, one after the other. CAs that cannot sign are skipped.
   *
   * @param caIds - ids of the CAs' documents
   * @param signal - stops before the next CRL
   * @returns the number of CRLs made
   */
  async update(caIds: Iterable<number>, signal: AbortSignal): Promise<number> {
    let made = 0;
    for (const caId of caIds) {
      // Reads of the embedded database are synchronous: without a pause, thousands of CAs would block all other work.
      await nextTurn();
      made += await this.updateCa(caId, signal);
      if (signal.aborted) break;
    }
    return made;
  }

  /** Makes the CRLs of one CA. If the CA was imported with its keys and its last CRL is not here yet, that is reported instead. */
  async updateCa(caId: number, signal?: AbortSignal): Promise<number> {
    const authority = await this.deps.authorities.findById(caId);
    if (authority === undefined || !signsCrls(authority, nowSeconds(this.deps.clock))) return 0;
    const partitions = partitionsWithCrl(authority.settings.crl.partitions);
    if (await this.#lacksLastCrl(caId, partitions)) {
      this.deps.onFailed(new LastCrlMissingError(authority.name));
      return 0;
    }
    let made = 0;
    for (const partition of partitions) {
      if (signal?.aborted === true) break;
      made += await this.#updatePartition(authority, { caId, partition });
    }
    return made;
  }

  /** Tells whether a CA that did not start here has no CRL yet, neither imported nor made here. */
  async #lacksLastCrl(caId: number, partitions: readonly number[]): Promise<boolean> {
    for (const partition of partitions)
      if ((await this.deps.crls.findNumber({ caId, partition })) !== undefined) return false;
    return !(await this.deps.firstCrls.wereBegun(caId));
  }

  async #updatePartition({ settings }: SigningAuthority, scope: CrlScope): Promise<number> {
    const { crls, clock } = this.deps;
    let made = 0;
    const base = await crls.findLatestHead(scope, 'base');
    if (isBaseDue(settings.crl, base, nowSeconds(clock))) made += await this.#make(scope, 'base', base);
    if (settings.crl.deltaLifetimeSeconds === 0) return made;
    const delta = await crls.findLatestHead(scope, 'delta');
    if (isDeltaDue(settings.crl, delta, nowSeconds(clock))) made += await this.#make(scope, 'delta', delta);
    return made;
  }

  async #make(scope: CrlScope, kind: CrlKind, last: CrlHead | undefined): Promise<number> {
    try {
      const { createCrls } = this.deps;
      if (last === undefined) return (await createCrls.createFirst(scope, kind)) ? 1 : 0;
      await createCrls.createOne(SYSTEM, scope, kind);
      return 1;
    } catch (error) {
      this.deps.onFailed(error);
      return 0;
    }
  }
}

/**
 * Tells whether a base CRL is due: there is no usable one yet, the last one expires soon, or the issue interval has passed. A CRL made to last longer
 * than the settings say, for a CA that was to be offline, is replaced as if it had the usual lifetime, since only the next one lists new revocations.
 */
function isBaseDue(settings: CrlSettings, last: CrlHead | undefined, now: number): boolean {
  if (last === undefined || isNotYetValid(last, now)) return true;
  if (settings.deltaLifetimeSeconds > 0 && !last.deltaBase) return true;
  const end = Math.min(last.nextUpdate, last.thisUpdate + settings.lifetimeSeconds);
  if (now >= end - settings.overlapSeconds) return true;
  return settings.issueIntervalSeconds > 0 && now >= last.thisUpdate + settings.issueIntervalSeconds;
}

/** Tells whether a delta CRL is due. The overlap is that of base CRLs, but at most half of a delta CRL's lifetime, which may be shorter than the overlap. */
function isDeltaDue(settings: CrlSettings, last: CrlHead | undefined, now: number): boolean {
  const overlap = Math.min(settings.overlapSeconds, settings.deltaLifetimeSeconds / 2);
  return last === undefined || isNotYetValid(last, now) || now >= last.nextUpdate - overlap;
}

/** Tells whether relying parties refuse the CRL because a wrong clock dated it in the future. */
function isNotYetValid({ thisUpdate }: CrlHead, now: number): boolean {
  return thisUpdate > now + TOLERATED_STEP_BACK_MS / 1000;
}
