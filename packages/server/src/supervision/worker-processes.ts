/** Worker processes, as their supervisor sees them: it starts them, replaces those that end, and adds up their metrics. */
import cluster, { type Worker } from 'node:cluster';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServerConfig } from '../server-config/index.ts';
import { WorkerProcessFailedError, WorkerProcessHangsError } from './errors.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { addUp, countersOf } from './metrics-sum.ts';

/** The sockets of one worker process, of which the other ends are inherited. */
export interface Channels {
  readonly writer: Duplex;
  readonly keys: Duplex;
}

export interface WorkerProcessesDeps {
  /** The settings of each of them, by its place from 0 on. */
  readonly configs: readonly ServerConfig[];
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
  /** Counters of the processes that have ended. */
  #departed = '';
  #replaced = 0;
  #ticketKeys: Uint8Array;
  /** True once all processes have served at the same time: the start has succeeded. */
  #isStarted = false;
  /** True once a process has ended before all were up: the start has failed. */
  #isGivenUp = false;
  #stopping = false;

  constructor(deps: WorkerProcessesDeps) {
    this.#deps = deps;
    this.#ticketKeys = deps.ticketKeys.current;
    // One listening socket for all: `docs/design/worker-processes.md` has the measurement.
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
   * Starts all processes.
   *
   * @returns the URLs of their listeners, once all processes serve
   * @throws {@link WorkerProcessFailedError} when one does not
   */
  async start(): Promise<readonly string[]> {
    for (const config of this.#deps.configs) void this.#keepOne(config);
    setInterval(() => {
      this.#followTicketKeys();
      this.#watch();
    }, WATCH_INTERVAL_MS).unref();
    return this.#first.promise;
  }

  /** Number of those that serve. One that is not heard any more does not. */
  get serving(): number {
    return [...this.#members].filter((member) => member.serves).length;
  }

  get #ready(): number {
    return [...this.#members].filter(({ urls }) => urls !== undefined).length;
  }

  /** Adds up the metrics of all, of those that have ended and of this process. */
  async metrics(own: string): Promise<string> {
    const asked = [...this.#members].filter((member) => member.serves);
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

  /** Keeps one place filled: a process that ends is replaced, slower each time unless it was told to end. */
  async #keepOne(config: ServerConfig): Promise<void> {
    for (let failures = 0; !this.#stopping;) {
      const started = performance.now();
      const { pid, how, wanted } = await this.#run(config);
      if (this.#stopping || this.#isGivenUp) return;
      if (wanted) failures = 0;
      else failures = performance.now() - started > FORGETTING_MS ? 1 : failures + 1;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
      this.#deps.onEnded({ pid, how, pauseMs });
      this.#replaced++;
      await delay(pauseMs, undefined, { ref: false });
    }
  }

  /** Runs one process to its end. */
  async #run(config: ServerConfig): Promise<Ended> {
    const member = new Member(cluster.fork(), (error) => this.#deps.onBroken(error));
    this.#members.add(member);
    const { worker } = member;
    // Without a free descriptor there is neither a process nor a socket to it.
    const [, , , , writer, keys] = (worker.process.stdio ?? []) as unknown as readonly (Duplex | undefined)[];
    if (worker.process.pid !== undefined && writer !== undefined && keys !== undefined)
      this.#deps.serve({ writer, keys }, (error) => member.kill(error));
    worker.on('message', (message: FromWorker) => this.#receive(member, message, config));
    const { how, wanted } = await member.ended;
    this.#members.delete(member);
    this.#departed = addUp([this.#departed, countersOf(member.metrics)]);
    if (!this.#isStarted) {
      this.#isGivenUp = true;
      this.#first.reject(new WorkerProcessFailedError(member.problem ?? `it ended with ${how}.`, wanted));
    }
    return { pid: worker.process.pid, how: member.problem ?? how, wanted };
  }

  #receive(member: Member, message: FromWorker, config: ServerConfig): void {
    member.silentTurns = 0;
    switch (message.type) {
      case 'loaded':
        member.send({ type: 'begin', config, ticketKeys: this.#ticketKeys });
        if (this.#stopping) member.send({ type: 'stop' });
        return;
      case 'ready':
        member.urls = message.urls;
        if (this.#ready < this.#deps.configs.length) return;
        this.#isStarted = true;
        this.#first.resolve(message.urls);
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

  /** Ends those that hang: each that serves is heard every second. Turns are counted, since this process may be held up as well. */
  #watch(): void {
    for (const member of this.#members) {
      if (member.urls === undefined) continue;
      member.silentTurns++;
      if (member.silentTurns === TURNS_UNTIL_KILLED) member.kill(new WorkerProcessHangsError(TURNS_UNTIL_KILLED));
    }
  }

  #ownMetrics(): string {
    return (
      `# HELP ${SERVING} Worker processes that serve.\n# TYPE ${SERVING} gauge\n${SERVING} ${this.serving}\n` +
      `# HELP ${REPLACED} Worker processes that ended and were replaced.\n# TYPE ${REPLACED} counter\n${REPLACED} ${this.#replaced}\n`
    );
  }
}

/** The end of a process. */
interface Ended {
  /** Undefined when the system has made none. */
  readonly pid: number | undefined;
  readonly how: string;
  /** True when somebody has told it to end. */
  readonly wanted: boolean;
}

/** One process. */
class Member {
  readonly worker: Worker;
  readonly ended: Promise<Pick<Ended, 'how' | 'wanted'>>;
  /** Set when it serves. */
  urls: readonly string[] | undefined;
  problem: string | undefined;
  /** As it has last told them. */
  metrics = '';
  /** Turns of the watch since it was last heard. */
  silentTurns = 0;
  readonly #onBroken: (error: unknown) => void;
  #asked: PromiseWithResolvers<void> | undefined;

  /** @param onBroken - is told why it was killed */
  constructor(worker: Worker, onBroken: (error: unknown) => void) {
    this.worker = worker;
    this.#onBroken = onBroken;
    const ended = Promise.withResolvers<Pick<Ended, 'how' | 'wanted'>>();
    this.ended = ended.promise;
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#asked?.resolve();
      // One that is still being loaded does not handle signals yet.
      const wanted = code === 0 || signal === 'SIGTERM' || signal === 'SIGINT';
      ended.resolve({ how: signal ?? `exit code ${code}`, wanted });
    });
    worker.on('error', (error) => {
      // A process that the system could not make has no other end.
      if (worker.process.pid === undefined) ended.resolve({ how: error.message, wanted: false });
      else this.kill(error);
    });
  }

  get serves(): boolean {
    return this.urls !== undefined && this.silentTurns < TURNS_UNTIL_NOTED;
  }

  kill(why: unknown): void {
    this.#onBroken(why);
    this.worker.process.kill('SIGKILL');
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
const WATCH_INTERVAL_MS = 1000;
const TURNS_UNTIL_NOTED = 5;
const TURNS_UNTIL_KILLED = 20;
const METRICS_PATIENCE_MS = 1000;
/** Longer than a listener waits for requests under way. */
const STOP_PATIENCE_MS = 20_000;
