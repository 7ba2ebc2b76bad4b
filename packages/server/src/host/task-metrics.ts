import { labelText } from '../kernel/text/metric-label.ts';
import type { TaskReport } from '../modules/background/index.ts';

/** Makes the metrics of the tasks of this process: their last runs, the last that failed, and the next ones. */
export function taskMetrics(reports: () => readonly TaskReport[]): { expose(): string } {
  return {
    expose() {
      const tasks = reports();
      return METRICS.map(({ name, help, type, valueOf }) => {
        const lines = tasks.flatMap((task) => {
          const value = valueOf(task);
          return value === undefined ? [] : [`${name}{task="${labelText(task.name)}"} ${value}\n`];
        });
        return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
      }).join('');
    },
  };
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  /** Undefined where a task has none. */
  readonly valueOf: (task: TaskReport) => number | undefined;
}

const METRICS: readonly Metric[] = [
  {
    name: 'sealwright_task_last_run_timestamp_seconds',
    help: 'End of the last run in this process.',
    type: 'gauge',
    valueOf: ({ lastRun }) => lastRun && lastRun.endedMs / 1000,
  },
  {
    name: 'sealwright_task_last_failure_timestamp_seconds',
    help: 'End of the last run in this process that failed.',
    type: 'gauge',
    valueOf: ({ lastFailure }) => lastFailure && lastFailure.endedMs / 1000,
  },
  {
    name: 'sealwright_task_failures_total',
    help: 'Runs in this process that failed.',
    type: 'counter',
    valueOf: ({ failures }) => failures,
  },
  {
    name: 'sealwright_task_next_run_timestamp_seconds',
    help: 'When the task is due, as far as this process knows.',
    type: 'gauge',
    valueOf: ({ nextMs }) => (Number.isFinite(nextMs) ? nextMs / 1000 : undefined),
  },
];
