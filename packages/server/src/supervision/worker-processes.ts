/** Worker processes, as their supervisor sees them: it starts them, replaces those that end, and adds up their metrics. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServerConfig } from '../server-config/index.ts';
import { WorkerProcessFailedError } from './errors.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { addUp, countersOf } from './metrics-sum.ts';

/** The sockets of one worker process, of which the other ends are inherited. */
export interface Channels {
  readonly writer: Duplex;
  readonly keys: Duplex;
}

export interface WorkerProcessesDeps {
  readonly count: number;
  /** The settings of each of them. */
  readonly config: ServerConfig;
  /** Answers the channels of a worker process. @param end - ends the process, since it cannot be answered */
  readonly serve: (channels: Channels, end: (error: unknown) => void) => void;
  /** Keys of TLS session tickets, others when it is time; every worker process gets the same. */
  readonly ticketKeys: { readonly current: Uint8Array };
  readonly wakeTask: (task: string) => void;
  /** Is told what operators should know. */
  readonly onEnded: (event: {
    readonly pid: number | undefined;
    readonly how: string;
    readonly pauseMs: number;
  }) => void;
  readonly onBroken: (error: unknown) => void;
}

export class WorkerProcesses {
  readonly #deps: WorkerProcessesDeps;
  readonly #members = new Set<Member>();
  readonly #first = Promise.withResolvers<readonly string[]>();
  /** Settings of each of them. */
  readonly #config: ServerConfig;
  /** Counters of those that have ended. */
  #departed = '';
  #replaced = 0;
  #ticketKeys: Uint8Array;
  #stopping = false;

  constructor(deps: WorkerProcessesDeps) {
    this.#deps = deps;
    this.#config = deps.config;
    this.#ticketKeys = deps.ticketKeys.current;
    // One listening socket for all: `docs/design/workers.md` has the measurement.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: fileURLToPath(import.meta.resolve('#worker-process')),
      args: [],
      serialization: 'advanced',
      // The sockets of the writer and of the key host follow the three of every process and the one of `cluster`.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe', 'pipe'],
    });
  }

  /**
   * Starts all of them.
   *
   * @returns the URLs of their listeners, when all of them serve
   * @throws {@link WorkerProcessFailedError} when one does not
   */
  async start(): Promise<readonly string[]> {
    for (let n = 0; n < this.#deps.count; n++) void this.#keepOne();
    setInterval(() => this.#followTicketKeys(), TICKETS_INTERVAL_MS).unref();
    return this.#first.promise;
  }

  /** Number of those that serve. */
  get serving(): number {
    return [...this.#members].filter(({ urls }) => urls !== undefined).length;
  }

  /** Adds up the metrics of all, of those that have ended and of this process. */
  async metrics(own: string): Promise<string> {
    const asked = [...this.#members].filter(({ urls }) => urls !== undefined);
    await Promise.race([Promise.all(asked.map((member) => member.askMetrics())), delay(METRICS_PATIENCE_MS)]);
    const present = [...this.#members].map(({ metrics }) => metrics);
    return addUp([own, ...present, this.#departed, this.#ownMetrics()]);
  }

  /** Has all of them answer what is under way and end; those that do not are killed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const members = [...this.#members];
    for (const member of members) member.send({ type: 'stop' });
    const killer = setTimeout(() => {
      for (const { worker } of this.#members) worker.process.kill('SIGKILL');
    }, STOP_PATIENCE_MS);
    await Promise.all(members.map(({ ended }) => ended));
    clearTimeout(killer);
  }

  /** Keeps one place filled: a process that ends is replaced, slower each time. */
  async #keepOne(): Promise<void> {
    for (let failures = 0; !this.#stopping;) {
      const started = performance.now();
      const how = await this.#run();
      if (this.#stopping) return;
      failures = performance.now() - started > FORGETTING_MS ? 1 : failures + 1;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      this.#deps.onEnded({ ...how, pauseMs });
      this.#replaced++;
      await delay(pauseMs, undefined, { ref: false });
    }
  }

  /** Runs one process to its end. */
  async #run(): Promise<{ readonly pid: number | undefined; readonly how: string }> {
    const worker = cluster.fork();
    const member = new Member(worker);
    this.#members.add(member);
    const [, , , , writer, keys] = worker.process.stdio as unknown as readonly Duplex[];
    this.#deps.serve({ writer: writer!, keys: keys! }, (error) => {
      this.#deps.onBroken(error);
      worker.process.kill('SIGKILL');
    });
    worker.on('message', (message: FromWorker) => this.#receive(member, message));
    worker.on('error', this.#deps.onBroken);
    const how = await member.ended;
    this.#members.delete(member);
    this.#departed = addUp([this.#departed, countersOf(member.metrics)]);
    this.#first.reject(new WorkerProcessFailedError(member.problem ?? `it ended with ${how}.`));
    return { pid: worker.process.pid, how: member.problem ?? how };
  }

  #receive(member: Member, message: FromWorker): void {
    switch (message.type) {
      case 'loaded':
        member.send({ type: 'begin', config: this.#config, ticketKeys: this.#ticketKeys });
        if (this.#stopping) member.send({ type: 'stop' });
        return;
      case 'ready':
        member.urls = message.urls;
        if (this.serving === this.#deps.count) this.#first.resolve(message.urls);
        return;
      case 'failed':
        member.problem = message.problem;
        return;
      case 'metrics':
        member.noteMetrics(message.text);
        return;
      case 'wake':
        this.#deps.wakeTask(message.task);
        return;
    }
  }

  #followTicketKeys(): void {
    const keys = this.#deps.ticketKeys.current;
    if (keys === this.#ticketKeys) return;
    this.#ticketKeys = keys;
    for (const member of this.#members) member.send({ type: 'tickets', keys });
  }

  #ownMetrics(): string {
    return (
      `# HELP ${SERVING} Worker processes that serve.\n# TYPE ${SERVING} gauge\n${SERVING} ${this.serving}\n` +
      `# HELP ${REPLACED} Worker processes that ended and were replaced.\n# TYPE ${REPLACED} counter\n${REPLACED} ${this.#replaced}\n`
    );
  }
}

/** One process. */
class Member {
  readonly worker: Worker;
  /** Resolves with how it has ended. */
  readonly ended: Promise<string>;
  /** Set when it serves. */
  urls: readonly string[] | undefined;
  problem: string | undefined;
  /** As it has last told them. */
  metrics = '';
  #asked: PromiseWithResolvers<void> | undefined;

  constructor(worker: Worker) {
    this.worker = worker;
    this.ended = once(worker, 'exit').then(([code, signal]: (number | string | null)[]) => {
      this.#asked?.resolve();
      return signal === null ? `exit code ${code}` : String(signal);
    });
  }

  send(message: ToWorker): void {
    // One that has just ended takes nothing, which its end tells as well.
    if (this.worker.isConnected()) this.worker.send(message, () => {});
  }

  async askMetrics(): Promise<void> {
    if (this.#asked === undefined) {
      this.#asked = Promise.withResolvers();
      this.send({ type: 'metrics' });
    }
    await this.#asked.promise;
  }

  noteMetrics(text: string): void {
    this.metrics = text;
    this.#asked?.resolve();
    this.#asked = undefined;
  }
}

const SERVING = 'sealwright_worker_processes';
const REPLACED = 'sealwright_worker_processes_replaced_total';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** Service after which the failures before it count no more. */
const FORGETTING_MS = 600_000;
const TICKETS_INTERVAL_MS = 1000;
const METRICS_PATIENCE_MS = 1000;
/** Longer than a listener waits for requests under way. */
const STOP_PATIENCE_MS = 20_000;
