import type { Clock } from '../../kernel/clock.ts';
import type { AuditLog } from './audit-log.ts';
import type { AuditEvent } from './audit-record.ts';
import { RecordBound } from './record-bound.ts';

/** Caller that was refused: its address, and the reason. */
export interface UnknownCaller {
  readonly remoteAddress: string;
  readonly reason: string;
}

/** Records refusals of callers whom nobody knows, with a bound; all of them count in {@link UnknownCallers.total}. */
export class UnknownCallers {
  readonly #audit: AuditLog;
  readonly #event: AuditEvent;
  readonly #bound: RecordBound;
  #total = 0;

  /** @param deps - `event` is what they were refused at */
  constructor(deps: { readonly audit: AuditLog; readonly clock: Clock; readonly event: AuditEvent }) {
    this.#audit = deps.audit;
    this.#event = deps.event;
    this.#bound = new RecordBound(deps.clock);
  }

  /** Returns the number of refused callers since the start. */
  get total(): number {
    return this.#total;
  }

  /** Counts a refusal, and records it when its address has no record within the last minute. */
  async refuse({ remoteAddress, reason }: UnknownCaller): Promise<void> {
    this.#total += 1;
    const refusedSinceLastRecord = this.#bound.admit(remoteAddress);
    if (refusedSinceLastRecord === undefined) return;
    await this.#audit.record({
      event: this.#event,
      outcome: 'FAILURE',
      actor: { name: 'public', evidence: { remoteAddress } },
      details: { reason, refusedSinceLastRecord },
    });
  }
}
