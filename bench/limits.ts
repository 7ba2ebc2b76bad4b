/**
 * Time that others wait while somebody wears the server out, and the memory that it takes: `node bench/limits.ts [options]`.
 *
 *   --seconds N  how long each is measured (15)
 *   --idle N     idle TLS connections (10,000)
 *   --slow N     connections that send an octet a second, half of them headers and half a body (1,000)
 *   --workers N  worker processes of the server (1)
 *
 * Others are two connections of an administrator, who lists the CAs a hundred times in a second, each at its time: a request that the server holds up makes
 * those after it late, too. The one that wears the server out is a thread of this process. Handshakes are begun as fast as half a core of the server makes
 * them, by what each cost when nothing else was done. A process of the server keeps seven open files free for each connection (`ulimit -n`): where
 * these are few, several processes hold as many connections as one would.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { percentile, type Target } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

type Attack = { readonly target: Target } & (
  | { readonly kind: 'idle' | 'slow'; readonly connections: number }
  | { readonly kind: 'handshakes'; readonly perSecond: number; readonly seconds: number }
);

async function measure(): Promise<void> {
  const { seconds, idle, slow, workers } = readOptions({ seconds: 15, idle: 10_000, slow: 1000, workers: 1 });
  const home = mkdtempSync(path.join(tmpdir(), 'bench-limits-'));
  const most = 2 * Math.max(idle, slow);
  const server = await startProcess('server', home, undefined, [
    `--max-connections=${most}`,
    '--max-client-connections=0',
    `--workers=${workers}`,
  ]);
  try {
    const { target } = server;
    await report(server, 'nothing', seconds);
    await report(server, `${slow} connections that send an octet a second`, seconds, {
      target,
      kind: 'slow',
      connections: slow,
    });
    await report(server, `${idle} idle connections`, seconds, { target, kind: 'idle', connections: idle });
    const before = await server.observe();
    const some = { target, kind: 'handshakes', perSecond: 100, seconds: 5 } as const;
    const done = await new Attacker(some).ended();
    const after = await server.observe();
    const each = (after.cpuSeconds - before.cpuSeconds) / done;
    console.log(`a TLS handshake with a certificate of the client: ${(each * 1000).toFixed(2)} ms of processor time`);
    const perSecond = Math.round(0.5 / each);
    const flood = { target, kind: 'handshakes', perSecond, seconds } as const;
    await report(server, `${perSecond} new TLS connections a second`, seconds, flood);
    const text = await (await fetch(`${server.ops}/metrics`)).text();
    for (const [line] of text.matchAll(/^sealwright_http_refusals_total.* [1-9]\d*$/gm)) console.log(line);
  } finally {
    await server.stop();
    rmSync(home, { recursive: true });
  }
}

/** Prints what others see of an attack, and what it costs. */
async function report(server: MeasuredProcess, name: string, seconds: number, what?: Attack): Promise<void> {
  await pause(2000);
  const before = await server.observe();
  const attacker = what && new Attacker(what);
  const held = await attacker?.begun();
  await pause(1000);
  const begun = await server.observe();
  const latencies = await askRegularly(server.target, seconds);
  const { residentBytes, cpuSeconds } = await server.observe();
  await attacker?.end();
  const each =
    held === undefined || held === 0
      ? ''
      : `, ${Math.round((residentBytes - before.residentBytes) / held / 1024)} KiB of memory each (${held} held)`;
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1));
  const share = ((cpuSeconds - begun.cpuSeconds) / seconds).toFixed(2);
  console.log(`${name}: others p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms; ${share} of a core${each}`);
}

/** Asks a hundred times in a second, on two connections. @returns latencies from when each was due, in milliseconds, ascending */
async function askRegularly(target: Target, seconds: number): Promise<Float64Array> {
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    [0, 10].map(async (offsetMs) => {
      const socket = await open(target, true);
      const request = `GET /ejbca/ejbca-rest-api/v1/ca HTTP/1.1\r\nHost: ${target.host}\r\n\r\n`;
      for (let due = performance.now() + offsetMs; due < end; due += 20) {
        await pause(Math.max(0, due - performance.now()));
        socket.write(request);
        const [answer] = (await once(socket, 'data')) as [Buffer];
        if (!answer.toString('latin1', 0, 12).endsWith('200')) throw new RangeError(answer.toString());
        latencies.push(performance.now() - due);
      }
      socket.destroy();
    }),
  );
  return Float64Array.from(latencies).toSorted();
}

/** The thread of an attack. */
class Attacker {
  readonly #worker: Worker;
  readonly #first: Promise<number>;
  readonly #last: Promise<number>;

  constructor(what: Attack) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: what });
    const messages = { first: Promise.withResolvers<number>(), last: Promise.withResolvers<number>() };
    this.#worker.on('message', ({ begun, ended }: { begun?: number; ended?: number }) => {
      if (begun !== undefined) messages.first.resolve(begun);
      if (ended !== undefined) messages.last.resolve(ended);
    });
    this.#worker.on('error', (error) => messages.first.reject(error));
    this.#first = messages.first.promise;
    this.#last = messages.last.promise;
  }

  /** The connections that it holds, once it has all of them. */
  async begun(): Promise<number> {
    return this.#first;
  }

  /** The handshakes that it has made, once its time is over. */
  async ended(): Promise<number> {
    const done = await this.#last;
    await this.end();
    return done;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

async function attack(what: Attack): Promise<void> {
  if (what.kind === 'handshakes') {
    await flood(what);
    return;
  }
  const { target, kind, connections } = what;
  const sockets: TLSSocket[] = [];
  for (let made = 0; made < connections; made += 20)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, connections - made) }, () => open(target, false)))),
    );
  if (kind === 'slow') drip(target, sockets);
  parentPort!.postMessage({ begun: sockets.length }, []);
}

/** Sends an octet a second on each connection; one that the server has ended is begun anew. */
function drip(target: Target, sockets: TLSSocket[]): void {
  const beginnings = new Map(sockets.map((socket, index) => [socket, index % 2 === 0]));
  for (const [socket, headersOnly] of beginnings) begin(socket, headersOnly);
  setInterval(() => {
    for (const [socket, headersOnly] of beginnings) {
      if (socket.writable) {
        socket.write(headersOnly ? 'x' : ' ');
        continue;
      }
      beginnings.delete(socket);
      void open(target, false).then((next) => {
        begin(next, headersOnly);
        beginnings.set(next, headersOnly);
      }, console.error);
    }
  }, 1000);
}

function begin(socket: TLSSocket, headersOnly: boolean): void {
  const head = 'POST /signserver/rest/v1/workers/CMSSigner/process HTTP/1.1\r\nHost: a\r\n';
  socket.write(
    headersOnly
      ? `${head}X-Slow: `
      : `${head}X-Keyfactor-Requested-With: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`,
  );
}

/** Begins so many connections in a second, each a whole handshake. */
async function flood({ target, perSecond, seconds }: Attack & { kind: 'handshakes' }): Promise<void> {
  parentPort!.postMessage({ begun: 0 }, []);
  let ended = 0;
  const under: Promise<void>[] = [];
  const started = performance.now();
  // A little longer than others are measured.
  for (let count = 0; count < perSecond * (seconds + 2); count++) {
    await pause(Math.max(0, started + (count / perSecond) * 1000 - performance.now()));
    under.push(
      open(target, true).then(
        (socket) => {
          ended++;
          socket.destroy();
        },
        () => undefined,
      ),
    );
  }
  await Promise.all(under);
  parentPort!.postMessage({ ended }, []);
}

async function open({ host, port, ca, cert, key }: Target, showsCertificate: boolean): Promise<TLSSocket> {
  const identity = showsCertificate ? { cert, key } : {};
  const socket = connect({ host, port, ca, ...identity, servername: 'localhost', rejectUnauthorized: false });
  const connected = Promise.withResolvers<undefined>();
  socket.once('secureConnect', () => connected.resolve(undefined));
  socket.on('error', (error) => connected.reject(error));
  await connected.promise;
  return socket;
}

if (isMainThread) await measure();
else await attack(workerData as Attack);
