/** The last runs of services, by the clock of the database. */
import type { RunEnd, RunNotes } from '../background/index.ts';

/** The last run of a service. Times are milliseconds since 1970. */
export interface ServiceRun {
  readonly startedMs: number;
  /** Undefined while it goes on, and for one whose process has ended with it. */
  readonly end: (RunEnd & { readonly endedMs: number }) | undefined;
}

/** Like leases, notes of runs are not an act of anybody, and need no unit of work. */
export interface ServiceRunStore {
  /** Returns the notes of the runs of a service. When a run begins, those of removed services are deleted. @param serviceId - of the document */
  notes(serviceId: number): RunNotes;
  /** By the ids of the services. */
  list(): Promise<ReadonlyMap<number, ServiceRun>>;
}
