/** The supervisor of `sealwright start --workers N`. */
import { type RunningServer, startServer } from '../compose.ts';
import { RandomTicketKeys } from '../http/index.ts';
import type { ServerConfig } from '../server-config/index.ts';
import { WorkerProcesses, WorkerProcessFailedError } from '../supervision/index.ts';
import type { Surroundings } from '../wiring/open-configured.ts';
import { supervisorShareOf, workerShareOf } from './process-shares.ts';
import { waitForSameSignal } from './stop-signal.ts';

/**
 * Makes or migrates the installation, and starts its worker processes.
 *
 * @param untilStopped - listens for the signal to stop. The first worker process serves clients before the last one does, so it is obeyed from when they
 *   are made on
 * @returns undefined when that came before all of them served; what had started was stopped
 * @throws AppError when the installation cannot be opened, or a worker process does not start
 */
export async function startSupervised(
  config: ServerConfig,
  surroundings: Surroundings,
  untilStopped: () => Promise<void>,
): Promise<RunningServer | undefined> {
  const { log } = surroundings;
  let workers: WorkerProcesses | undefined;
  const server = await startServer(supervisorShareOf(config), surroundings, {
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
  const { background, serveProcess, signing } = server.installation;
  workers = new WorkerProcesses({
    configs: Array.from({ length: config.workers }, (_, place) => workerShareOf(config, place)),
    serve: serveProcess!,
    ticketKeys: new RandomTicketKeys(surroundings.random, surroundings.clock),
    wakeTask: (task) => background.scheduler.wakeIfThere(task),
    onEnded: (event) => {
      log.warn(event, 'a worker process ended and is replaced');
      // What it had under way beside its answers is settled now, and not within a minute by some process.
      signing.savedFiles.recover().catch((error: unknown) => log.error({ err: error }, 'saved files are not settled'));
    },
    onBroken: (error) => log.error({ err: error }, 'a worker process is not heard any more'),
  });
  const stop = async () => {
    await workers.stop();
    await server.stop();
  };
  let isStopped = false;
  const stopped = untilStopped().then(() => {
    isStopped = true;
  });
  try {
    const urls = await Promise.race([workers.start(), stopped]);
    if (urls !== undefined) return { ...server, urls: [...urls, ...server.urls], stop };
  } catch (error) {
    const isOfSignal = error instanceof WorkerProcessFailedError && error.wasToldToEnd;
    // A signal to all processes may end a worker process before it comes here.
    if (isOfSignal) await waitForSameSignal(stopped);
    if (!isOfSignal || !isStopped) {
      await stop();
      throw error;
    }
  }
  await stop();
  return undefined;
}
