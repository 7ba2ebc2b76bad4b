import type { Clock } from '../../kernel/clock.ts';
import type { AuditLog } from './audit-log.ts';
import type { AuditEvent } from './audit-record.ts';

/** What was found at the door: which address, and why it was not let in. */
export interface UnknownCaller {
  readonly remoteAddress: string;
  readonly reason: string;
}

/**
 * Records refusals of callers whom nobody knows: each address at most once a minute, with the count of those in between, so that
 * a flood from outside cannot fill the audit log.
 *
 * Addresses are counted by network where one host has many of them (IPv6: /64). While as many as can be remembered were recorded
 * within the last minute, further ones are only counted in {@link UnknownCallers.total}: the log then tells of a flood already, and
 * forgetting the others instead would let a few thousand addresses in turn write as much as they like.
 */
export class UnknownCallers {
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #event: AuditEvent;
  /** In the order of the last records. */
  readonly #byNetwork = new Map<string, { readonly recordedMs: number; unrecorded: number }>();
  #total = 0;

  /** @param deps - `event` is what they were refused at */
  constructor(deps: { readonly audit: AuditLog; readonly clock: Clock; readonly event: AuditEvent }) {
    this.#audit = deps.audit;
    this.#clock = deps.clock;
    this.#event = deps.event;
  }

  /** How many were refused since the start. */
  get total(): number {
    return this.#total;
  }

  /** Counts a refusal, and records it when its address has no record within the last minute. */
  async refuse({ remoteAddress, reason }: UnknownCaller): Promise<void> {
    this.#total += 1;
    const now = this.#clock.nowMs();
    const network = networkOf(remoteAddress);
    const seen = this.#byNetwork.get(network);
    if (seen !== undefined && isRecent(seen.recordedMs, now)) {
      seen.unrecorded += 1;
      return;
    }
    // Deleted first: the map stays in order.
    this.#byNetwork.delete(network);
    this.#forgetOld(now);
    if (this.#byNetwork.size >= MAX_REMEMBERED) return;
    this.#byNetwork.set(network, { recordedMs: now, unrecorded: 0 });
    await this.#audit.record({
      event: this.#event,
      outcome: 'FAILURE',
      actor: { name: 'public', evidence: { remoteAddress } },
      details: { reason, refusedSinceLastRecord: seen?.unrecorded ?? 0 },
    });
  }

  /** Only when room is needed: until then the count of what was not recorded is kept for the next record. */
  #forgetOld(now: number): void {
    if (this.#byNetwork.size < MAX_REMEMBERED) return;
    for (const [network, { recordedMs }] of this.#byNetwork) {
      if (isRecent(recordedMs, now)) return;
      this.#byNetwork.delete(network);
    }
  }
}

/** A clock that stepped back behind a record does not make it recent for ever. */
function isRecent(recordedMs: number, now: number): boolean {
  return now >= recordedMs && now - recordedMs < INTERVAL_MS;
}

/** The address itself, or the first 64 bits of an IPv6 address: a host chooses the others as it likes (RFC 4291 §2.5.1). */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + last < IPV6_GROUPS) groups.push('0');
    if (tail !== '') groups.push(...tail.split(':'));
  }
  return `${groups.slice(0, IPV6_GROUPS / 2).join(':')}::/64`;
}

const INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const IPV6_GROUPS = 8;
