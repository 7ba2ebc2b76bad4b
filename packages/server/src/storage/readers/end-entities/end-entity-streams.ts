/**
 * Streams of end entities in the order of their ids, each a piece of one index: a search merges them, and visits nothing between them. So what
 * a caller may not see costs no time either.
 */
import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { EndEntityQuery, EndEntityScope, TextCriterion } from '../../../modules/ra/index.ts';
import type { Reads, Schema } from '../../sql/index.ts';

type Column = Exclude<keyof Schema['end_entity'], 'sealed_password'>;
type Conditions = readonly RawBuilder<SqlBool>[];

/** A row with the key that it is sorted by. */
export interface KeyedRow {
  readonly id: number;
  readonly key: string | number | null;
}

/** One stream, read in steps. */
export class EndEntityStream {
  readonly #reads: Reads;
  /** Conditions that an index answers. */
  readonly #selects: Conditions;
  /** Conditions that are looked at row by row. */
  readonly #filters: Conditions;
  readonly #key: Column;
  #rows: readonly KeyedRow[] = [];
  #at = 0;
  #after = -1;
  #ended = false;

  constructor(
    reads: Reads,
    {
      selects,
      filters,
      key,
    }: { readonly selects: Conditions; readonly filters: Conditions; readonly key: Column | undefined },
  ) {
    this.#reads = reads;
    this.#selects = selects;
    this.#filters = filters;
    this.#key = key ?? 'id';
  }

  /** The next row; undefined when there is none, or when {@link step} has to find it. */
  get head(): KeyedRow | undefined {
    return this.#rows[this.#at];
  }

  /** True when there are no rows but those that were read. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Leaves the head behind. */
  pass(): void {
    this.#at++;
  }

  /** Returns the rows that were read, and leaves them behind. */
  takeAll(): readonly KeyedRow[] {
    const rows = this.#at === 0 ? this.#rows : this.#rows.slice(this.#at);
    this.#rows = [];
    this.#at = 0;
    return rows;
  }

  /** Reads up to `limit` rows more, of a few thousand that it looks at; there may be none among them. */
  async step(limit: number): Promise<void> {
    const last = await this.#lastOfStep();
    const most = Math.min(limit, ROWS_PER_STEP);
    const rows = await this.#rest()
      .select(['id', `${this.#key} as key`])
      .where(allOf(last === undefined ? this.#filters : [...this.#filters, sql<SqlBool>`id <= ${last}`]))
      .limit(most)
      .execute();
    this.#rows = [...this.takeAll(), ...rows];
    if (rows.length === most) this.#after = rows.at(-1)!.id;
    else if (last !== undefined) this.#after = last;
    else this.#ended = true;
  }

  /** Returns the id at which a step ends that filters; undefined where the stream ends before. */
  async #lastOfStep(): Promise<number | undefined> {
    if (this.#filters.length === 0) return undefined;
    const row = await this.#rest()
      .select('id')
      .limit(1)
      .offset(ROWS_PER_STEP - 1)
      .executeTakeFirst();
    return row?.id;
  }

  #rest() {
    const { kysely } = this.#reads;
    return kysely.selectFrom('end_entity').where(allOf(this.#selects)).where('id', '>', this.#after).orderBy('id');
  }
}

/** Finds the streams that have all that is looked for, and as little else as the indexes allow. */
export async function* endEntityStreams(
  reads: Reads,
  query: EndEntityQuery,
  key: Column | undefined,
): AsyncGenerator<undefined, readonly EndEntityStream[], void> {
  const { scope, text } = query;
  if (text?.operation === 'EQUAL') {
    const filters = [...scopeConditions(scope), ...timeConditions(query)];
    return textSelections(text).map((select) => new EndEntityStream(reads, { selects: [select], filters, key }));
  }
  const filters = [...textConditions(reads, text), ...timeConditions(query)];
  if (Object.values(scope).every((ids) => ids === undefined))
    return [new EndEntityStream(reads, { selects: [], filters, key })];
  const combinations = yield* listCombinations(reads, scope);
  return combinations.map((values) => {
    const selects = SCOPE_COLUMNS.map(([column], index) => sql<SqlBool>`${sql.ref(column)} = ${values[index]!}`);
    return new EndEntityStream(reads, { selects, filters, key });
  });
}

/** Returns everything that is asked of an end entity, for a look at rows that are known by their ids. */
export function allConditions(reads: Reads, query: EndEntityQuery) {
  const { scope, text } = query;
  return allOf([...scopeConditions(scope), ...textConditions(reads, text), ...timeConditions(query)]);
}

/** Goes from one combination of CA, profiles and status that there is to the next, past those that are not looked for. */
async function* listCombinations(
  reads: Reads,
  scope: EndEntityScope,
): AsyncGenerator<undefined, readonly (readonly number[])[], void> {
  const wanted = SCOPE_COLUMNS.map(([, member]) => scope[member]?.toSorted((a, b) => a - b));
  const columns = SCOPE_COLUMNS.map(([column]) => column);
  const tuple = sql.join(columns.map((column) => sql.ref(column)));
  const found: (readonly number[])[] = [];
  for (let after = columns.map(() => BEFORE_ALL), steps = 1; ; steps++) {
    const row = await reads.kysely
      .selectFrom('end_entity')
      .select(columns)
      .where(sql<SqlBool>`(${tuple}) > (${sql.join(after)})`)
      .orderBy('ca_id')
      .orderBy('end_entity_profile_id')
      .orderBy('certificate_profile_id')
      .orderBy('status')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return found;
    const values = columns.map((column) => row[column]);
    const unwanted = values.findIndex((value, index) => wanted[index]?.includes(value) === false);
    if (unwanted < 0) found.push(values);
    after = unwanted < 0 ? values : nextAfter(values, unwanted, wanted[unwanted]!);
    if (steps % SEEKS_PER_STEP === 0) yield undefined;
  }
}

/** Returns what stands right before the next combination that can be wanted. */
function nextAfter(values: readonly number[], unwanted: number, wanted: readonly number[]): number[] {
  const next = wanted.find((value) => value > values[unwanted]!);
  const last = next === undefined ? AFTER_ALL : next - 1;
  return [...values.slice(0, unwanted), last, ...values.slice(unwanted + 1).map(() => AFTER_ALL)];
}

/** Returns the conditions on each member that a text is compared with whole; an index answers each. */
function textSelections({ values }: TextCriterion): Conditions {
  const folded = values.map(foldLetters);
  return [
    sql`lower(username) in (${sql.join(folded)})`,
    equalsLong(sql`lower(subject_dn)`, folded),
    equalsLong(sql`subject_alt_name`, values),
  ];
}

/** Indexes hold the beginning of texts that may be long. */
function equalsLong(text: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool> {
  const beginnings = values.map((value) => sql`substr(${value}, 1, 200)`);
  return sql`substr(${text}, 1, 200) in (${sql.join(beginnings)}) and ${text} in (${sql.join(values)})`;
}

function textConditions({ dialect }: Reads, text: TextCriterion | undefined): Conditions {
  if (text === undefined) return [];
  if (text.operation === 'EQUAL') return [anyOf(textSelections(text))];
  const find = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  const has = (member: RawBuilder<unknown>, value: string) => sql<SqlBool>`${find}(${member}, ${value}) > 0`;
  const [value] = text.values;
  const folded = foldLetters(value!);
  return [
    anyOf([has(sql`lower(username)`, folded), has(sql`lower(subject_dn)`, folded), has(sql`subject_alt_name`, value!)]),
  ];
}

function timeConditions({ modifiedAfterMs: after, modifiedBeforeMs: before }: EndEntityQuery): Conditions {
  return [
    ...(after === undefined ? [] : [sql<SqlBool>`+modified_ms > ${after}`]),
    ...(before === undefined ? [] : [sql<SqlBool>`+modified_ms < ${before}`]),
  ];
}

/** The sign keeps SQLite from another index than that of the stream. Ids are literals, as there can be more than a statement has parameters. */
function scopeConditions(scope: EndEntityScope): Conditions {
  return SCOPE_COLUMNS.flatMap(([column, member]) => {
    const values = scope[member];
    return values === undefined
      ? []
      : [sql<SqlBool>`+${sql.ref(column)} in (${sql.join(values.map((id) => sql.lit(id)))})`];
  });
}

function allOf(conditions: Conditions) {
  return (build: ExpressionBuilder<Schema, 'end_entity'>) => build.and(conditions);
}

function anyOf(conditions: Conditions): RawBuilder<SqlBool> {
  return sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;
}

/** Letters of ASCII alone: `lower` of both databases changes no others. */
function foldLetters(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The columns of the index `end_entity_search`, in its order, before `id`. */
const SCOPE_COLUMNS = [
  ['ca_id', 'caIds'],
  ['end_entity_profile_id', 'endEntityProfileIds'],
  ['certificate_profile_id', 'certificateProfileIds'],
  ['status', 'statuses'],
] as const satisfies readonly (readonly [Column, keyof EndEntityScope])[];
const BEFORE_ALL = -1;
const AFTER_ALL = Number.MAX_SAFE_INTEGER;
const ROWS_PER_STEP = 5000;
const SEEKS_PER_STEP = 100;
