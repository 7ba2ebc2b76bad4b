/** A program that listens on a port of this machine: where, from when on, and until when. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Finds a port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until the program listens. @param log - what it has said until it ends, for the error */
export async function untilListening(program: ChildProcess, port: number, log: () => string): Promise<void> {
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > MOST_TRIES || program.exitCode !== null || program.pid === undefined)
      throw new RangeError(`${program.spawnfile} does not listen: ${log()}`);
    await pause(PAUSE_MS);
  }
}

/** Ends the program, if it runs, and waits until it has ended. */
export async function endProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null || program.pid === undefined) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}

async function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true)).on('error', () => resolve(false));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

const MOST_TRIES = 200;
const PAUSE_MS = 50;
