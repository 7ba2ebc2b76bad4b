/** The entry of a worker process of `sealwright start --workers N`. Its supervisor tells it the settings, and it ends with its supervisor. */
import { Socket } from 'node:net';
import process from 'node:process';
import { type RunningServer, startServer } from '../compose.ts';
import { setUpHeap } from '../host/heap-settings.ts';
import { AppError } from '../kernel/errors.ts';
import type { ServerConfig } from '../server-config/index.ts';
import type { FromWorker, ToWorker } from '../supervision/index.ts';
import { surroundingsOf } from './surroundings.ts';

process.title = 'sealwright worker';
setUpHeap();

let server: Promise<RunningServer> | undefined;
/** Its supervisor has made them. */
const ticketKeys: { current: Uint8Array } = { current: new Uint8Array() };
let stopping: Promise<void> | undefined;

process.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'begin':
      ticketKeys.current = message.ticketKeys;
      server = begin(message.config);
      server.catch(fail);
      return;
    case 'tickets':
      ticketKeys.current = message.keys;
      return;
    case 'metrics':
      void server?.then(sendMetrics);
      return;
    case 'stop':
      void stop();
      return;
  }
});
process.on('disconnect', end);
// A terminal sends it to all processes; the supervisor says what is to be done.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void stop());
send({ type: 'loaded' });

async function begin(config: ServerConfig): Promise<RunningServer> {
  const surroundings = surroundingsOf(config, process.env);
  const running = await startServer(config, surroundings, {
    serves: 'requests',
    ticketKeys,
    supervisor: {
      writer: new Socket({ fd: WRITER_FD }),
      keys: new Socket({ fd: KEYS_FD }),
      onLost: end,
      wakeTask: (task) => send({ type: 'wake', task }),
    },
  });
  send({ type: 'ready', urls: running.urls });
  // What it has counted by then outlives it.
  setInterval(() => sendMetrics(running), METRICS_INTERVAL_MS).unref();
  return running;
}

function sendMetrics(running: RunningServer): void {
  send({ type: 'metrics', text: running.metrics() });
}

/** Answers what is under way, and ends. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    try {
      const running = await server;
      await running?.stop();
      if (running !== undefined) sendMetrics(running);
      process.send!({ type: 'metrics', text: running?.metrics() ?? '' } satisfies FromWorker, () => process.exit(0));
    } catch (error) {
      fail(error);
    }
  })();
  return stopping;
}

function fail(error: unknown): void {
  const problem = error instanceof AppError ? error.message : ((error as Error).stack ?? String(error));
  process.send!({ type: 'failed', problem } satisfies FromWorker, () => process.exit(1));
}

/** Without its supervisor a worker process can store nothing and sign nothing, and answers nobody. */
function end(): void {
  process.exit(1);
}

function send(message: FromWorker): void {
  if (process.connected) process.send!(message);
}

const WRITER_FD = 4;
const KEYS_FD = 5;
const METRICS_INTERVAL_MS = 1000;
