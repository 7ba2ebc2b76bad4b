import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { inOneLine } from '../../../kernel/text/shortened.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import { problemOf, type RunEnd, type Task, type TaskSource } from '../../background/index.ts';
import type { TimedService } from '../worker-contract/index.ts';
import {
  admissionOf,
  type TIMED_SERVICE_KINDS,
  type TimedServiceKindName,
  type TimedWorker,
  type WorkerDocument,
  workerType,
} from '../workers/index.ts';
import type { TimedRunStore } from './timed-runs.ts';

/** Makers of timed services, one for each kind: each is constructed with what its services need. */
export type TimedServiceMakers = {
  readonly [Name in TimedServiceKindName]: (
    settings: ReturnType<(typeof TIMED_SERVICE_KINDS)[Name]['read']>,
  ) => TimedService;
};

/** Entry about a run in the log of the server. */
export interface TimedRunEntry {
  readonly level: 'info' | 'error';
  readonly worker: { readonly id: number; readonly name: string };
  /** Descriptions of what failed; empty when nothing did. */
  readonly problems: readonly string[];
}

export interface TimedTasksDeps extends Pick<UseCaseDeps, 'audit' | 'configuration'> {
  readonly runs: Pick<TimedRunStore, 'dueTime' | 'notes'>;
  readonly services: TimedServiceMakers;
  /** This process, by a name that it has after a restart, too. */
  readonly node: string;
  readonly writeTimedRunLog: (entry: TimedRunEntry) => void;
  /** Receives every error as it was thrown. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** The tasks that timed services are: those of the workers that are active and not disabled. */
export class TimedTasks extends WithDeps<TimedTasksDeps> implements TaskSource {
  readonly name = 'follow-timed-services';

  version(): number {
    return this.deps.configuration.epoch;
  }

  async tasks(): Promise<readonly Task[]> {
    const workers = await this.deps.configuration.list(workerType);
    return workers.flatMap((worker) => {
      if (!worker.usability.usable || admissionOf(worker).disabled) return [];
      const { implementation } = worker.usability.value;
      const isActive = implementation.type === 'TIMED_SERVICE' && implementation.schedule.active;
      return isActive ? [this.#taskOf(worker, implementation)] : [];
    });
  }

  #taskOf(worker: WorkerDocument, service: TimedWorker): Task {
    const { node, runs } = this.deps;
    const { schedule } = service;
    const isForAll = service.singleton || schedule.singleton;
    const key = { workerId: worker.id, node: isForAll ? '' : node };
    return {
      // Its lease has this name in databases.
      name: `service of worker ${worker.id}`,
      title: `timed service '${worker.name}'`,
      where: isForAll ? 'one-per-installation' : 'each-process',
      schedule,
      dueTime: runs.dueTime(key, schedule.text),
      notes: runs.notes(key),
      run: (signal) => this.#run(worker, service, signal),
    };
  }

  async #run(worker: WorkerDocument, service: TimedWorker, signal: AbortSignal): Promise<RunEnd> {
    const { onBackgroundError, services, writeTimedRunLog } = this.deps;
    const about = { id: worker.publicId, name: worker.name };
    const problems: string[] = [];
    const failed = (what: string, error: unknown) => {
      onBackgroundError(error);
      // A property may name anything, and not every database accepts that.
      problems.push(inOneLine(`${what}: ${problemOf(error)}`));
    };
    let done: JsonObject | undefined;
    try {
      // It was the kind of this name that has read the settings.
      const make = services[service.kind] as (settings: unknown) => TimedService;
      done = await make(service.settings).run({ signal, failed });
    } catch (error) {
      failed(worker.name, error);
    }
    const { logged } = service.schedule;
    if (problems.length > 0) writeTimedRunLog({ level: 'error', worker: about, problems });
    else if (logged.has('INFO_LOGGING')) writeTimedRunLog({ level: 'info', worker: about, problems });
    if (done !== undefined || logged.has('SECURE_AUDITLOGGING')) await this.#record(about, done, problems);
    return { outcome: problems.length > 0 ? 'failed' : 'worked', problem: problems.join('\n') };
  }

  async #record(worker: TimedRunEntry['worker'], done: JsonObject = {}, problems: readonly string[]): Promise<void> {
    const shown = problems.slice(0, MAX_PROBLEMS);
    await this.deps.audit.record({
      event: 'TIMED_SERVICE_RUN',
      outcome: problems.length > 0 ? 'FAILURE' : 'SUCCESS',
      actor: actorOf(SYSTEM),
      details: {
        worker: worker.name,
        workerId: worker.id,
        ...done,
        ...(problems.length === 0 ? {} : { problems: shown, problemCount: problems.length }),
      },
    });
  }
}

const MAX_PROBLEMS = 20;
