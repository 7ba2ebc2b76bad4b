/** Settings of limits: numbers with a unit, and with a lowest and a highest value. */
import { ServerConfigError } from './errors.ts';

/** A setting that is a limit. */
export interface Limit<Member extends string> {
  readonly member: Member;
  /** One of the units of the setting, in that of the member. */
  readonly unit: number;
  readonly least: number;
  readonly most: number;
  /** Least share of one worker process, in units of the setting; undefined for a limit that is not divided among them. */
  readonly share?: number;
  /** Line of `--help`. */
  readonly help: string;
}

/** Limits by the names of their settings. */
export type LimitTable<Member extends string> = Readonly<Record<string, Limit<Member>>>;

/** Texts of the settings of a table that were given. */
export type GivenLimits<Table> = { readonly [Name in keyof Table]?: string };

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const SECOND = 1000;

/** Returns the settings of a table, each with its line of `--help`. */
export function settingsOf<Name extends string>(
  table: Readonly<Record<Name, Limit<string>>>,
): Readonly<Record<Name, string>> {
  return Object.fromEntries(Object.entries<Limit<string>>(table).map(([name, { help }]) => [name, help])) as Readonly<
    Record<Name, string>
  >;
}

/** Returns the limits of a table that are divided among worker processes. */
export function sharedOf<Member extends string>(table: LimitTable<Member>): readonly Member[] {
  return Object.values(table).flatMap(({ member, share }) => (share === undefined ? [] : [member]));
}

/**
 * Reads the limits of a table.
 *
 * @param defaults - for those that were not given
 * @param workers - processes that they are divided among
 * @throws {@link ServerConfigError}
 */
export function readLimits<Member extends string>(
  table: LimitTable<Member>,
  defaults: Readonly<Record<Member, number>>,
  given: Readonly<Record<string, string | undefined>>,
  workers: number,
): Record<Member, number> {
  const limits: Record<Member, number> = { ...defaults };
  for (const [name, { member, unit, least, most, share }] of Object.entries(table)) {
    const text = given[name];
    if (text === undefined) continue;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new ServerConfigError(`--${name} is '${text}'; it has to be a number from ${least} to ${most}`);
    const isUnlimited = number === 0;
    if (share !== undefined && workers > 1 && !isUnlimited && number < share * workers)
      throw new ServerConfigError(
        `--${name} is '${text}'; with ${workers} worker processes it has to be at least ${share * workers}${least === 0 ? ', or 0' : ''}`,
      );
    limits[member] = number * unit;
  }
  return limits;
}
