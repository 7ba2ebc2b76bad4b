/** Kysely's view of a database that is only read: both kinds give it a function that runs a statement. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { NamedColumns } from './named-columns.ts';
import { type DatabaseKind, refuseChanges } from './reads.ts';
import type { Schema } from './schema.ts';
import type { ColumnValue } from './write-definition.ts';

/** Runs one statement and gives its rows as plain objects. */
export type QueryRunner = (sql: string, parameters: readonly ColumnValue[]) => Promise<Record<string, unknown>[]>;

/** Makes the Kysely instance of a database; `run` is all it can do. A read of all columns names those of this release. */
export function readOnlyKysely(kind: DatabaseKind, run: QueryRunner): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new ReadDialect(kind, run), plugins: [new NamedColumns()] });
}

class ReadDialect implements Dialect {
  readonly #kind: DatabaseKind;
  readonly #run: QueryRunner;

  constructor(kind: DatabaseKind, run: QueryRunner) {
    this.#kind = kind;
    this.#run = run;
  }

  createDriver(): Driver {
    return new ReadDriver(new ReadConnection(this.#run));
  }

  createQueryCompiler() {
    return this.#kind === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler();
  }

  createAdapter() {
    return this.#kind === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter();
  }

  createIntrospector(kysely: Kysely<unknown>): DatabaseIntrospector {
    return this.#kind === 'sqlite' ? new SqliteIntrospector(kysely) : new PostgresIntrospector(kysely);
  }
}

/** One connection for all, as statements do not depend on one another. */
class ReadDriver implements Driver {
  readonly #connection: ReadConnection;

  constructor(connection: ReadConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}

  beginTransaction = refuseTransaction;
  commitTransaction = refuseTransaction;
  rollbackTransaction = refuseTransaction;
}

class ReadConnection implements DatabaseConnection {
  readonly #run: QueryRunner;

  constructor(run: QueryRunner) {
    this.#run = run;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    refuseChanges(compiled);
    return { rows: (await this.#run(compiled.sql, compiled.parameters as readonly ColumnValue[])) as R[] };
  }

  streamQuery(): never {
    throw new TypeError('large results are read in steps by key, in a reader thread');
  }
}

async function refuseTransaction(): Promise<never> {
  throw new TypeError('stores do not open transactions: a unit of work becomes durable as a whole');
}
