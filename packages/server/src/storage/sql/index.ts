/** The tables, and how statements on them are written and read. */
export { readOnlyKysely } from './read-dialect.ts';
export {
  type BuildRead,
  compileRead,
  type DatabaseKind,
  type NoParameters,
  type ParameterExpressions,
  type PreparedRead,
  type ReadOptions,
  type ReadParameters,
  type Reads,
} from './reads.ts';
export type { ColumnType } from './columns.ts';
export { columnsBeside, columnsOf, deleteFrom, insertInto, type Schema, updateIn } from './schema.ts';
export { SqlStore } from './sql-store.ts';
export {
  type ClaimDefinition,
  collectDefinitions,
  type Columns,
  type ColumnValue,
  type DeleteDefinition,
  type EpochDefinition,
  type ExpectDefinition,
  type InsertDefinition,
  type UpdateDefinition,
  type WriteDefinition,
  type WriteDefinitions,
} from './write-definition.ts';
