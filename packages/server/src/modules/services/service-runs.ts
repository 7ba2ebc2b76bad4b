/** The last runs of services, by the clock of the database. */

/** What a run has come to. */
export type RunOutcome = 'worked' | 'nothing-to-do' | 'failed';

/** The last run of a service. Times are milliseconds since 1970. */
export interface ServiceRun {
  readonly startedMs: number;
  /** Undefined while it goes on, and for one whose process has ended with it. */
  readonly end: { readonly endedMs: number; readonly outcome: RunOutcome; readonly problem: string } | undefined;
}

/** Like leases, notes of runs are no act of anybody, and need no unit of work. */
export interface ServiceRunStore {
  /** Notes that a run begins, and forgets services that are no more. @param serviceId - of the document */
  begin(serviceId: number): Promise<void>;
  /** Notes that it has ended. @param problem - why it failed; empty otherwise */
  end(serviceId: number, outcome: RunOutcome, problem: string): Promise<void>;
  /** By the ids of the services. */
  list(): Promise<ReadonlyMap<number, ServiceRun>>;
}
