/** Metrics of the process itself: memory, processor time, and the delay of the event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

/** Starts to watch the event loop. The longest stall is that since the last time it was asked for. */
export function runtimeMetrics(refusedCallers: () => number): { expose(): string } {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return {
    expose() {
      const { user, system } = process.cpuUsage();
      const stall = Math.max(0, delay.max / 1e9 - RESOLUTION_SECONDS);
      delay.reset();
      return [
        gauge('sealwright_process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
        gauge('sealwright_process_cpu_seconds_total', 'User and system time.', (user + system) / 1e6, 'counter'),
        gauge('sealwright_event_loop_longest_stall_seconds', 'Longest stall since it was last asked for.', stall),
        gauge(
          'sealwright_unknown_callers_refused_total',
          'Requests refused before anybody was known.',
          refusedCallers(),
          'counter',
        ),
      ].join('');
    },
  };
}

function gauge(name: string, help: string, value: number, type = 'gauge'): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
}

const RESOLUTION_SECONDS = 0.01;
