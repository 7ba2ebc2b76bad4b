import type { Clock } from '../../kernel/clock.ts';
import type { AuditLog } from './audit-log.ts';

/** What was found at the door: which address, and why it was not let in. */
export interface UnknownCaller {
  readonly remoteAddress: string;
  readonly reason: string;
}

/**
 * Records refusals of callers whom nobody knows: each address at most once a minute, with the count of those in between, so that
 * a flood from outside cannot fill the audit log.
 */
export class UnknownCallers {
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #byAddress = new Map<string, { recordedMs: number; unrecorded: number }>();
  #total = 0;

  constructor({ audit, clock }: { readonly audit: AuditLog; readonly clock: Clock }) {
    this.#audit = audit;
    this.#clock = clock;
  }

  /** How many were refused since the start. */
  get total(): number {
    return this.#total;
  }

  /** Counts a refusal, and records it when its address has none within the last minute. */
  async refuse({ remoteAddress, reason }: UnknownCaller): Promise<void> {
    this.#total += 1;
    const now = this.#clock.nowMs();
    const seen = this.#byAddress.get(remoteAddress);
    if (seen !== undefined && now - seen.recordedMs < INTERVAL_MS && now >= seen.recordedMs) {
      seen.unrecorded += 1;
      return;
    }
    const before = seen?.unrecorded ?? 0;
    this.#forgetOld(now);
    // Deleted first: the map stays in the order of the last records.
    this.#byAddress.delete(remoteAddress);
    this.#byAddress.set(remoteAddress, { recordedMs: now, unrecorded: 0 });
    await this.#audit.record({
      event: 'AUTHENTICATION',
      outcome: 'FAILURE',
      actor: { name: 'public', evidence: { remoteAddress } },
      details: { reason, refusedSinceLastRecord: before },
    });
  }

  /** Addresses are forgotten oldest first, so that the map stays small under a flood from many of them. */
  #forgetOld(now: number): void {
    for (const [address, { recordedMs }] of this.#byAddress) {
      if (this.#byAddress.size < MAX_ADDRESSES && now - recordedMs < INTERVAL_MS) return;
      this.#byAddress.delete(address);
    }
  }
}

const INTERVAL_MS = 60_000;
const MAX_ADDRESSES = 10_000;
