/** Counts of connections and requests that were refused for a limit, for operators. */

/** Limits that refuse. */
export type Refusal = (typeof REFUSALS)[number];

/** The refusals of one process. */
export class Refusals {
  readonly #counts = new Map<Refusal, number>(REFUSALS.map((refusal) => [refusal, 0]));

  count(refusal: Refusal): void {
    this.#counts.set(refusal, this.#counts.get(refusal)! + 1);
  }

  /** Returns lines of the Prometheus text format. */
  expose(): string {
    const lines = [
      `# HELP ${NAME} Connections and requests that were refused or ended for a limit.`,
      `# TYPE ${NAME} counter`,
    ];
    for (const [refusal, count] of this.#counts) lines.push(`${NAME}{limit="${refusal}"} ${count}`);
    return `${lines.join('\n')}\n`;
  }
}

const REFUSALS = [
  'connections',
  'client_connections',
  'client_requests',
  'tls_time',
  'header_size',
  'request_time',
  'body_size',
  'body_memory',
  'body_rate',
  'answer_rate',
  'answer_memory',
  'proxy',
] as const;
const NAME = 'sealwright_http_refusals_total';
