import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskMetrics } from './task-metrics.ts';

test('the metrics of tasks show the last run, the last that failed and the next one of each', () => {
  const run = { startedMs: 1000, endedMs: 2500, outcome: 'worked', problem: '' } as const;
  const about = { where: 'each-process', schedule: 'every 1000 ms' } as const;
  const metrics = taskMetrics(() => [
    {
      ...about,
      name: 'sweep-archive',
      lastRun: run,
      lastFailure: { ...run, endedMs: 1500, outcome: 'failed', problem: 'no' },
      failures: 2,
      nextMs: 4000,
    },
    {
      ...about,
      name: "service 'a\"b\\c\n'",
      lastRun: undefined,
      lastFailure: undefined,
      failures: 0,
      nextMs: Infinity,
    },
  ]);
  const lines = metrics
    .expose()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  assert.deepEqual(lines, [
    'sealwright_task_last_run_timestamp_seconds{task="sweep-archive"} 2.5',
    'sealwright_task_last_failure_timestamp_seconds{task="sweep-archive"} 1.5',
    'sealwright_task_failures_total{task="sweep-archive"} 2',
    String.raw`sealwright_task_failures_total{task="service 'a\"b\\c\n'"} 0`,
    'sealwright_task_next_run_timestamp_seconds{task="sweep-archive"} 4',
  ]);
});
