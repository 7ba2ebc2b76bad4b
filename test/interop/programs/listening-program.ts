/** A program that listens on a port of this machine: where, from when on, and until when. */
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { eventually } from '../../eventually.ts';

/**
 * Finds a port that nobody listens on, by TCP or UDP. It lies below the range from which the system assigns ports, so no connection gets it before
 * the program does.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, FIRST_PORT_OF_CONNECTIONS);
  const tcp = createServer();
  const udp = createSocket('udp4');
  try {
    await Promise.all([
      once(tcp.listen(port, '127.0.0.1'), 'listening'),
      once(udp.bind(port, '127.0.0.1'), 'listening'),
    ]);
    return port;
  } catch {
    return await freePort();
  } finally {
    tcp.close();
    udp.close();
  }
}

/** Waits until the program listens. @param log - what it has said until it ends, for the error */
export async function untilListening(program: ChildProcess, port: number, log: () => string): Promise<void> {
  await eventually(`${program.spawnfile} to listen`, async () => {
    if (program.exitCode !== null || program.pid === undefined)
      throw new RangeError(`${program.spawnfile} does not listen: ${log()}`);
    return answers(port);
  });
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

const FIRST_PORT = 10_000;
/** Of Linux, unless somebody has set another one (`net.ipv4.ip_local_port_range`). */
const FIRST_PORT_OF_CONNECTIONS = 32_768;
