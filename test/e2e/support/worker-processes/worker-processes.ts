/** Worker processes of one server, as the system shows them, and connections to a chosen one of them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent } from 'node:https';
import type { Socket } from 'node:net';
import { eventually } from '../../../eventually.ts';
import type { CallOptions } from '../test-server.ts';
import type { ServerProcess } from '../server-process.ts';

/** Lists the worker processes of a server that serve, or are about to. */
export function workerPids({ child }: Pick<ServerProcess, 'child'>): readonly number[] {
  const { pid } = child;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((each) => each !== '')
    .map(Number)
    .filter((each) => !usesLibrary(each));
}

/** Tells the process that uses a PKCS#11 library, which is the supervisor's child as well. */
function usesLibrary(pid: number): boolean {
  try {
    return /process\/main\.ts|sealwright-pkcs11/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until so many worker processes serve, none of them one of those that were ended. */
export async function serveAgain(server: ServerProcess, count: number, ended: readonly number[]): Promise<void> {
  const metrics = new URL('/metrics', /and (http:\/\/\S+) \(health/.exec(server.message)![1]);
  await eventually('worker processes that serve', async () => {
    const text = await (await fetch(metrics)).text();
    const serving = /^sealwright_worker_processes (\d+)$/m.exec(text)?.[1];
    const pids = workerPids(server);
    return Number(serving) === count && pids.length === count && !pids.some((pid) => ended.includes(pid));
  });
}

/** Tells whether a process still runs; one that has ended and was not waited for does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Opens a connection to each worker process, which carries what is sent with its agent. */
export async function agentsOfWorkers(server: ServerProcess): Promise<ReadonlyMap<number, Agent>> {
  const found = new Map<number, Agent>();
  const wanted = workerPids(server);
  await eventually('connections to all workers', async () => {
    // Together: one that is busy with the first leaves the next to others.
    const agents = Array.from({ length: AT_ONCE }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    await Promise.all(agents.map((agent) => server.call('/v1/ca/status', { agent })));
    for (const agent of agents) {
      const [socket] = Object.values(agent.freeSockets).flat() as Socket[];
      const pid = socket && wanted.find((each) => holds(each, socket));
      if (pid === undefined || found.has(pid)) agent.destroy();
      else found.set(pid, agent);
    }
    return found.size === wanted.length;
  });
  return found;
}

/** Finds the worker process that has the other end of a connection. */
export function workerOf(server: ServerProcess, socket: Socket): number | undefined {
  return workerPids(server).find((pid) => holds(pid, socket));
}

/** Options of calls to the worker processes, one after the other in turns. */
export function inTurns(agents: ReadonlyMap<number, Agent>): (options?: CallOptions) => CallOptions {
  const all = [...agents.values()];
  let turn = 0;
  return (options = {}) => ({ ...options, agent: all[turn++ % all.length]! });
}

/** Looks for the other end of a connection among the open files of a process. */
function holds(pid: number, { localPort, remotePort }: Socket): boolean {
  const port = (number: number | undefined) => number!.toString(16).toUpperCase().padStart(4, '0');
  const row = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, remote]) => local?.endsWith(`:${port(remotePort)}`) && remote?.endsWith(`:${port(localPort)}`));
  const inode = row?.[9];
  if (inode === undefined) return false;
  return readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`;
    } catch {
      return false;
    }
  });
}

const AT_ONCE = 8;
