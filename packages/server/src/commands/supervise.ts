/** The supervisor of `sealwright start --workers N`. */
import { type RunningServer, startServer } from '../compose.ts';
import type { ServerConfig } from '../server-config/index.ts';
import { WorkerProcesses } from '../supervision/index.ts';
import type { Surroundings } from '../wiring/open-configured.ts';

/**
 * Makes or migrates the installation, and starts its worker processes.
 *
 * @throws AppError when the installation cannot be opened, or a worker process does not start
 */
export async function startSupervised(config: ServerConfig, surroundings: Surroundings): Promise<RunningServer> {
  const { log } = surroundings;
  let workers: WorkerProcesses | undefined;
  const server = await startServer({ ...config, rsaPool: { ready: 0, sizes: [] } }, surroundings, {
    serves: 'operators',
    metrics: async (own) => (await workers?.metrics(own)) ?? own,
    checks: [
      {
        name: 'worker processes',
        problem: async () => ((workers?.serving ?? 0) > 0 ? undefined : 'No worker process serves.'),
        async note() {
          const serving = workers?.serving ?? 0;
          return serving === config.workers ? undefined : `${serving} of ${config.workers} worker processes serve.`;
        },
      },
    ],
  });
  const { background, serveProcess } = server.installation;
  workers = new WorkerProcesses({
    count: config.workers,
    config: shareOf(config),
    serve: serveProcess!,
    wakeTask: (task) => background.scheduler.wakeIfThere(task),
    onEnded: (event) => log.warn(event, 'a worker process ended and is replaced'),
    onBroken: (error) => log.error({ err: error }, 'a worker process is not heard any more'),
  });
  const stop = async () => {
    await workers.stop();
    await server.stop();
  };
  try {
    const urls = await workers.start();
    return { ...server, urls: [...urls, ...server.urls], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The settings of one worker process: what is counted in each process is divided, so that the host gives no more than was set. */
function shareOf(config: ServerConfig): ServerConfig {
  const { limits, rsaPool, workers } = config;
  const share = (whole: number) => Math.ceil(whole / workers);
  return {
    ...config,
    rsaPool: { ...rsaPool, ready: share(rsaPool.ready) },
    limits: {
      ...limits,
      connections: share(limits.connections),
      connectionsPerClient: share(limits.connectionsPerClient),
      requestsPerClient: share(limits.requestsPerClient),
      bodyMemoryOctets: Math.max(SMALLEST_BODY_MEMORY, share(limits.bodyMemoryOctets)),
    },
  };
}

/** As small as `--body-memory` may be. */
const SMALLEST_BODY_MEMORY = 4 * 2 ** 20;
