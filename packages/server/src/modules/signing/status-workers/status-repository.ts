import type { Clock } from '../../../kernel/clock.ts';

/** Names of status properties, which operators and their scripts set, or the program itself. */
export const STATUS_NAMES = [
  'SERVER_STARTED',
  'TEST_PROPERTY1',
  'TEST_PROPERTY2',
  'TEST_PROPERTY3',
  'TIMESOURCE0_INSYNC',
  'LEAPSECOND',
  'TIMEMONITOR_STATE',
  'TIMEMONITOR_LOG',
] as const;

export type StatusName = (typeof STATUS_NAMES)[number];

/** A value. */
export interface StatusSetting {
  readonly value: string;
  /** End of its validity, in milliseconds since 1970; 0 for none. */
  readonly expirationMs: number;
}

/** A value that was set. */
export interface StatusEntry extends StatusSetting {
  readonly updatedMs: number;
}

/** Values under fixed names, of this process alone and until it ends. */
export class StatusRepository {
  readonly #clock: Clock;
  readonly #entries = new Map<StatusName, StatusEntry>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.set('SERVER_STARTED', { value: String(clock.nowMs()), expirationMs: 0 });
  }

  /** Undefined when it was never set, and when it does not hold any more. */
  valid(name: StatusName): StatusEntry | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined || entry.expirationMs === 0) return entry;
    return this.#clock.nowMs() < entry.expirationMs ? entry : undefined;
  }

  set(name: StatusName, setting: StatusSetting): void {
    this.#entries.set(name, { ...setting, updatedMs: this.#clock.nowMs() });
  }
}
