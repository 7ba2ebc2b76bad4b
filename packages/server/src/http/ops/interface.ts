/** Operations for operators and their monitors: is the process alive, can it serve, how is it doing. */
import { AppError } from '../../kernel/errors.ts';
import type { HttpInterface } from '../interface/index.ts';
import type { HttpLog, MetricsSource } from '../listener/index.ts';
import { renderPlainError } from '../errors/index.ts';

export interface OpsDeps {
  /** Checks of what a request needs to be served: database, tokens, clock, ... Each answers within a second. */
  readonly checks: readonly ReadinessCheck[];
  readonly metrics: readonly MetricsSource[];
  /** Receives the errors of checks that fail unexpectedly: answers hold nothing of them. */
  readonly log: Pick<HttpLog, 'error'>;
  /** Combines the metrics of this process with those of its worker processes, for a supervisor. */
  readonly addMetrics?: ((own: string) => Promise<string>) | undefined;
}

export interface ReadinessCheck {
  readonly name: string;
  /** Undefined when all is well, otherwise one sentence that says what is missing. */
  problem(): Promise<string | undefined>;
  /** Note for operators on something that prevents no request. */
  note?(): Promise<string | undefined>;
}

/** Makes the interface; it is mounted at the root of the operators' listener. */
export function opsInterface({ checks, metrics, log, addMetrics = async (own) => own }: OpsDeps): HttpInterface {
  return {
    prefix: '',
    renderError: renderPlainError,
    register(app) {
      app.addHook('onRequest', (_request, reply, done) => {
        void reply.header('cache-control', 'no-store');
        done();
      });
      app.get('/health', { config: { operation: 'ops.health' } }, async () => ({ status: 'ok' }));
      app.get('/ready', { config: { operation: 'ops.ready' } }, async (_request, reply) => {
        const results = await Promise.all(checks.map((check) => run(check, log)));
        const ready = results.every(({ problem }) => problem === undefined);
        return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks: results });
      });
      app.get('/metrics', { config: { operation: 'ops.metrics' } }, async (_request, reply) =>
        reply
          .type('text/plain; version=0.0.4; charset=utf-8')
          .send(await addMetrics(metrics.map((source) => source.expose()).join(''))),
      );
    },
  };
}

async function run(
  check: ReadinessCheck,
  log: OpsDeps['log'],
): Promise<{ name: string; problem?: string; note?: string }> {
  try {
    const problem = await check.problem();
    if (problem !== undefined) return { name: check.name, problem };
    const note = await check.note?.();
    return { name: check.name, ...(note !== undefined && { note }) };
  } catch (error) {
    if (error instanceof AppError) return { name: check.name, problem: error.message };
    log.error({ err: error, check: check.name }, 'a readiness check failed');
    return { name: check.name, problem: 'The check itself failed. The log has its error.' };
  }
}
