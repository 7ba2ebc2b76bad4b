/** Counts requests for the operators' `/metrics`, in the Prometheus text format 0.0.4. */
import type { RequestRecord } from './access-log.ts';

/** Something that has metrics to show. */
export interface MetricsSource {
  /** Complete lines of the Prometheus text format, the last one ended. */
  expose(): string;
}

/** Number and duration of the requests of one process, by operation and status. */
export class RequestMetrics implements MetricsSource {
  readonly #series = new Map<string, Series>();

  /** Counts a request. */
  observe({
    operation = 'other',
    status,
    milliseconds,
  }: Pick<RequestRecord, 'operation' | 'status' | 'milliseconds'>): void {
    // Never the path: labels must not be a client's to invent.
    const key = `${operation} ${status}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { operation, status, count: 0, seconds: 0, buckets: BUCKETS_SECONDS.map(() => 0) };
      this.#series.set(key, series);
    }
    const seconds = milliseconds / 1000;
    series.count++;
    series.seconds += seconds;
    const bucket = BUCKETS_SECONDS.findIndex((limit) => seconds <= limit);
    if (bucket !== -1) series.buckets[bucket]!++;
  }

  expose(): string {
    const lines = [`# HELP ${NAME} Time from the arrival of a request to its answer.`, `# TYPE ${NAME} histogram`];
    for (const { operation, status, count, seconds, buckets } of this.#series.values()) {
      const labels = `operation="${operation}",status="${status}"`;
      let cumulative = 0;
      for (const [index, limit] of BUCKETS_SECONDS.entries()) {
        cumulative += buckets[index]!;
        lines.push(`${NAME}_bucket{${labels},le="${limit}"} ${cumulative}`);
      }
      lines.push(`${NAME}_bucket{${labels},le="+Inf"} ${count}`);
      lines.push(`${NAME}_sum{${labels}} ${seconds}`, `${NAME}_count{${labels}} ${count}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

interface Series {
  readonly operation: string;
  readonly status: number;
  count: number;
  seconds: number;
  readonly buckets: number[];
}

const NAME = 'sealwright_http_request_duration_seconds';
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
