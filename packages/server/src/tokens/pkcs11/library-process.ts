import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { LibraryProcessLostError, Pkcs11OperationError } from './errors.ts';
import { encodeFrame, FrameReader } from './frames.ts';
import type { Gives, Pkcs11Answer, Pkcs11Operation, Takes } from './protocol.ts';

/** Options of the process of a library. */
export interface LibraryProcessOptions {
  /** The library's file. */
  readonly library: string;
  /** Directory in which `pkcs11js` was installed; undefined for this program's own packages. */
  readonly binding: string | undefined;
  /** Environment of the process: libraries take their configuration from it. It must hold no secret of the server. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For a person at a terminal: what the library writes is shown. */
  readonly showOutput?: boolean;
}

/**
 * One life of the process that a library is loaded into.
 *
 * It is asked over a pipe of its own, so nothing secret is among arguments or in the environment, and what a library writes to standard
 * output disturbs nothing.
 */
export class LibraryProcess {
  readonly #child: ChildProcess;
  readonly #pipe: Duplex;
  readonly #pending = new Map<number, Pending>();
  readonly #ended = Promise.withResolvers<string>();
  #nextId = 1;
  #retired = false;
  #lost: LibraryProcessLostError | undefined;

  constructor({ environment, showOutput = false }: LibraryProcessOptions) {
    const output = showOutput ? 'inherit' : 'ignore';
    this.#child = spawn(process.execPath, [PROGRAM], {
      stdio: ['ignore', 'ignore', output, 'pipe'],
      env: environmentOf(environment),
    });
    this.#pipe = this.#child.stdio[3] as Duplex;
    const reader = new FrameReader();
    this.#pipe.on('data', (piece: Uint8Array) => this.#read(reader, piece));
    // The end of the process reports the failure to write.
    this.#pipe.on('error', () => this.kill());
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('exit', (code, signal) => this.#end(signal ?? `exit code ${code}`));
    // Nobody stays for it: it notices that the server is gone.
    this.#child.unref();
    (this.#pipe as Duplex & { unref(): void }).unref();
  }

  /** Process id of the operating system. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Resolves with how it ended, when it has. */
  get ended(): Promise<string> {
    return this.#ended.promise;
  }

  /**
   * Has one operation done.
   *
   * @param timeoutMs - after so long the process is ended: a call that hangs in a library cannot be taken back
   * @throws {@link Pkcs11OperationError}
   * @throws {@link LibraryProcessLostError}
   */
  async ask<O extends Pkcs11Operation>(operation: O, takes: Takes<O>, timeoutMs: number): Promise<Gives<O>> {
    if (this.#lost !== undefined) throw this.#lost;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    // The timer alone keeps a program alive that waits for an answer.
    const timer = setTimeout(() => this.#timeOut(id), timeoutMs);
    this.#pending.set(id, { resolve, reject, timer });
    this.#pipe.write(encodeFrame({ id, operation, takes }));
    return (await promise) as Gives<O>;
  }

  /** Ends the process at once. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends the process when it has answered everything that it was asked. */
  retire(): void {
    this.#retired = true;
    if (this.#pending.size === 0) this.kill();
  }

  #read(reader: FrameReader, piece: Uint8Array): void {
    try {
      for (const answer of reader.push(piece)) this.#settle(answer as Pkcs11Answer);
    } catch {
      // Whatever speaks there has lost its mind.
      this.kill();
    }
  }

  #settle(answer: Pkcs11Answer): void {
    const pending = this.#take(answer.id);
    if (pending === undefined) return;
    if ('failure' in answer) pending.reject(new Pkcs11OperationError(answer.failure));
    else pending.resolve(answer.gives);
    if (this.#retired && this.#pending.size === 0) this.kill();
  }

  #timeOut(id: number): void {
    this.#take(id)?.reject(new LibraryProcessLostError('it gave no answer in time', { timedOut: true }));
    this.kill();
  }

  #end(how: string): void {
    if (this.#lost !== undefined) return;
    const lost = new LibraryProcessLostError(how);
    this.#lost = lost;
    for (const id of this.#pending.keys()) this.#take(id)?.reject(lost);
    this.#pipe.destroy();
    this.#ended.resolve(how);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    clearTimeout(pending?.timer);
    this.#pending.delete(id);
    return pending;
  }
}

interface Pending {
  readonly resolve: (gives: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** A library finds its own settings, and neither the server's, nor its database client's, nor those of the Node that runs it. */
function environmentOf(given: LibraryProcessOptions['environment']): NodeJS.ProcessEnv {
  const kept = Object.entries(given).filter(([name]) => !/^(?:SEALWRIGHT_|NODE_|npm_|PG)/i.test(name));
  return { ...Object.fromEntries(kept), UV_THREADPOOL_SIZE: String(THREADS) };
}

/** Threads of the process: as many calls can be inside the library at the same time. */
export const THREADS = 64;
const PROGRAM = fileURLToPath(import.meta.resolve('#library-process'));
