/** Starts a server, or a floor, as a process of its own and reads what it says of itself. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { lackingOptions } from '../bin/launch/server-options.js';
import type { PlainTarget, Target } from './http-load.ts';

/** The figures that a process reports of itself. */
export interface Observation {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  /** The longest since the observation before. */
  readonly stallSeconds: number;
}

export interface MeasuredProcess {
  readonly pid: number;
  readonly target: Target;
  /** The plain listener. */
  readonly plain: PlainTarget;
  /** The URL of the operators' listener. */
  readonly ops: string;
  observe(): Promise<Observation>;
  stop(): Promise<void>;
}

/**
 * Starts it on `home` and waits until it answers. A floor uses the home directory that the server has made.
 *
 * @param further - arguments of the server
 * @param profiled - true to have it write a profile of its processor time into the present directory when it stops
 * @param turns - a file into which it writes the long turns of its main thread, as `turns-of-main-thread.ts` has them
 */
export async function startProcess(
  program:
    | 'server'
    | 'linted-server'
    | 'unlinted-server'
    | `${'enroll' | 'import' | 'keystore' | 'ocsp' | 'sign'}-floor`,
  home: string,
  database: string | undefined,
  further: readonly string[] = [],
  profiled = false,
  turns?: string,
): Promise<MeasuredProcess> {
  const [https, http, ops] = await Promise.all([freePort(), freePort(), freePort()]);
  const isServer = program.endsWith('server');
  const file = program === 'server' ? '../bin/sealwright.js' : `${program}.ts`;
  const args = [
    ...(isServer ? ['start'] : []),
    `--home=${home}`,
    `--https=127.0.0.1:${https}`,
    `--http=127.0.0.1:${http}`,
    `--ops=127.0.0.1:${ops}`,
    '--log-level=info',
    ...(database === undefined ? [] : [`--database=${database}`]),
    ...further,
  ];
  const profile = profiled ? ['--cpu-prof'] : [];
  const preload = turns === undefined ? [] : [`--import=${new URL('turns-of-main-thread.ts', import.meta.url).href}`];
  // `server` gives itself those of a server; the others that are one begin with them.
  const runtime = isServer && program !== 'server' ? lackingOptions(process.execArgv, process.env) : undefined;
  const options = [...(runtime?.options ?? []), ...profile, ...preload];
  const log = openLog(home);
  const child = spawn(process.execPath, [...options, path.resolve(import.meta.dirname, file), ...args], {
    stdio: ['ignore', log, 'inherit'],
    env: { ...process.env, ...runtime?.environment, ...(turns !== undefined && { BENCH_TURNS: turns }) },
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  // A server with several worker processes is healthy before they serve.
  await answered(`http://127.0.0.1:${ops}/${isServer ? 'ready' : 'health'}`, exited);
  const admin = (name: string) => readFileSync(path.join(home, 'admin', name), 'utf8');
  return {
    pid: child.pid!,
    target: {
      host: '127.0.0.1',
      port: https,
      ca: admin('ca-chain.pem'),
      cert: admin('superadmin.crt.pem'),
      key: admin('superadmin.key.pem'),
    },
    plain: { host: '127.0.0.1', port: http },
    ops: `http://127.0.0.1:${ops}`,
    async observe() {
      // A connection that is kept may be closed while this process does something else.
      const text = await (await fetch(`http://127.0.0.1:${ops}/metrics`, { headers: { connection: 'close' } })).text();
      const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
      return {
        cpuSeconds: value('sealwright_process_cpu_seconds_total'),
        residentBytes: value('sealwright_process_resident_memory_bytes'),
        stallSeconds: value('sealwright_event_loop_longest_stall_seconds'),
      };
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Makes a pipe for a log. As an operator's would, it goes to another process, which ends when nobody has the pipe open any more. */
function openLog(home: string): number {
  const pipe = path.join(home, 'bench-log');
  rmSync(pipe, { force: true });
  execFileSync('mkfifo', [pipe]);
  spawn('cat', [pipe], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Waits for the reader.
  return openSync(pipe, 'w');
}

async function answered(url: string, exited: Promise<void>): Promise<void> {
  const child = { ended: false };
  void exited.then(() => {
    child.ended = true;
  });
  while (!child.ended) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new RangeError('the process ended before it answered');
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
