/** Settings of a supervisor and of its worker processes: limits that each process counts are divided, so that all together keep to them. */
import { type ServerConfig, SHARED_HTTP_LIMITS, SHARED_WORK_LIMITS } from '../server-config/index.ts';

/** Returns the settings of the supervisor of `config.workers` worker processes. */
export function supervisorShareOf(config: ServerConfig): ServerConfig {
  const { databaseConnections: whole, workers } = config;
  return {
    ...config,
    rsaPool: { ready: 0, sizes: [] },
    databaseConnections: whole && {
      held: whole.held - workers * connectionsOfWorker(whole.held, workers),
      required: whole.required,
    },
  };
}

/** Returns the settings of one of `config.workers` worker processes. @param place - of the process, from 0 on: the first ones have the remainders */
export function workerShareOf(config: ServerConfig, place: number): ServerConfig {
  const { databaseConnections: whole, limits, rsaPool, workers, workLimits } = config;
  const share = (number: number) => Math.floor(number / workers) + (place < number % workers ? 1 : 0);
  const connections = whole && connectionsOfWorker(whole.held, workers);
  return {
    ...config,
    databaseConnections: connections === undefined ? undefined : { held: connections, required: connections },
    rsaPool: { ...rsaPool, ready: share(rsaPool.ready) },
    limits: { ...limits, ...Object.fromEntries(SHARED_HTTP_LIMITS.map((limit) => [limit, share(limits[limit])])) },
    workLimits: {
      ...workLimits,
      ...Object.fromEntries(SHARED_WORK_LIMITS.map((limit) => [limit, share(workLimits[limit])])),
    },
  };
}

/** A supervisor serves nobody: it keeps the fewest that a process may have, and what cannot be divided. */
function connectionsOfWorker(whole: number, workers: number): number {
  return Math.floor((whole - FEWEST_CONNECTIONS) / workers);
}

const FEWEST_CONNECTIONS = 6;
