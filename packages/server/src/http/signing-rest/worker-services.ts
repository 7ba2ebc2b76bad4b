/** What the administration of workers asks of the use cases, in its own terms. */
import type { Administrator } from '../../modules/access/index.ts';

/** What is wrong with a worker that was stored all the same; for the log. */
type Remarks = readonly string[];

/** The use cases on workers. `A` is the administrator, whom every one of them asks access control about first. */
export interface WorkerServices {
  /** In the order of their ids. */
  list(administrator: Administrator): Promise<readonly WorkerEntry[]>;
  /** All properties, secrets masked. @throws `signing.no_such_worker` */
  properties(administrator: Administrator, id: number): Promise<Readonly<Record<string, string>>>;
  /** @param id - undefined: the next one that is free. @throws `signing.bad_properties`, `signing.worker_exists`, ... */
  create(administrator: Administrator, id: number | undefined, properties: GivenProperties): Promise<Remarks>;
  /** Sets properties, and removes those behind a `-`. */
  update(administrator: Administrator, id: number, properties: GivenProperties, rules: ChangeRules): Promise<Remarks>;
  replace(administrator: Administrator, id: number, properties: GivenProperties, rules: ChangeRules): Promise<Remarks>;
  remove(administrator: Administrator, id: number, rules: ChangeRules): Promise<void>;
  /** @param ids - undefined: all */
  reload(administrator: Administrator, ids: readonly number[] | undefined): Promise<void>;
}

export interface WorkerEntry {
  readonly id: number;
  readonly name: string;
}

/** As the client sent them. */
export type GivenProperties = Readonly<Record<string, string | number | boolean | null>> | null | undefined;

export interface ChangeRules {
  /** Whether `READONLY` keeps a worker from being changed. */
  readonly readOnlyHolds: boolean;
}
