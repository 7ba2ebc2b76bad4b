/** Meaning of an error of PostgreSQL for the units of a group (SQLSTATE, PostgreSQL documentation, appendix A). */

/** Failure of a statement of a group. */
export type StatementFailure =
  /** a unique index says no */
  | 'exists'
  /** two transactions got in each other's way and this one was ended: it may be repeated */
  | 'repeat'
  /** the statement and its values are to blame: a bug of ours */
  | 'misfit'
  /** it took too long */
  | 'timeout'
  /** the connection or the server is in no state to go on */
  | 'broken';

/** Classifies an error thrown by `pg` or by the encoding of values. */
export function statementFailure(error: unknown): StatementFailure {
  if (error instanceof TypeError || error instanceof RangeError) return 'misfit';
  const state = sqlState(error);
  if (state === UNIQUE_VIOLATION) return 'exists';
  if (state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED) return 'repeat';
  if (state === QUERY_CANCELED) return 'timeout';
  return MISFIT_CLASSES.has(state.slice(0, 2)) ? 'misfit' : 'broken';
}

/** Tells whether a statement has failed only because another one of its transaction has. */
export function isOfFailedTransaction(error: unknown): error is Error {
  return sqlState(error) === IN_FAILED_TRANSACTION;
}

/** Returns the SQLSTATE of a server message; empty for an error of the connection. */
function sqlState(error: unknown): string {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && severity !== undefined ? code : '';
}

const IN_FAILED_TRANSACTION = '25P02';
const UNIQUE_VIOLATION = '23505';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
/** State with which `statement_timeout` ends a statement. */
const QUERY_CANCELED = '57014';
/** Data exception, integrity constraint violation, syntax error or access rule violation. */
const MISFIT_CLASSES = new Set(['22', '23', '42']);
