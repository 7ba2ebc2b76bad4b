/** Programs that call single operations of a server through a library of others: a line of JSON for each call, and one for what came of it. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { TestServer } from '../../e2e/support/test-server.ts';

/** A call of an operation. */
export interface ClientCall {
  /** Method and path, such as `DELETE /v1/endentity/{endentity_name}`. */
  readonly operation: string;
  /** The values in the path, in their order. */
  readonly path?: readonly string[];
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The outcome of a call, as the library shows it. */
export interface ClientResult {
  readonly status: number;
  /** The answer that the library decoded, encoded again by itself; null when there is nothing. */
  readonly answer: Readonly<Record<string, unknown>> | null;
  /** The error of the library; empty when there is none. */
  readonly error: string;
  /** The body of an answer that is an error to the library. */
  readonly refusal: string;
}

/** A program that runs until it is stopped, and makes calls as the super administrator. */
export class ClientProgram {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: Interface;
  readonly #answers: AsyncIterator<string>;
  readonly #directory: string;

  /** Starts it with the server's host and port, and the names of the files of a certificate, its key, and the CA's certificate. */
  constructor(server: TestServer, [command, ...args]: readonly [string, ...string[]]) {
    this.#directory = mkdtempSync(path.join(tmpdir(), 'sealwright-client-program-'));
    const { cert, key } = server.superAdministrator;
    const files = Object.entries({ cert, key, chain: server.caChain }).map(([name, text]) => {
      writeFileSync(path.join(this.#directory, name), text, { mode: 0o600 });
      return path.join(this.#directory, name);
    });
    const host = `localhost:${new URL(server.running.urls[0]!).port}`;
    this.#child = spawn(command, [...args, host, ...files], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout });
    this.#answers = this.#lines[Symbol.asyncIterator]();
  }

  /** Makes a call, and gives what came of it. */
  async call(call: ClientCall): Promise<ClientResult> {
    this.#child.stdin.write(`${JSON.stringify({ path: [], query: {}, ...call })}\n`);
    const line = await this.#answers.next();
    assert.ok(line.done !== true, `the program ended at ${call.operation}`);
    return JSON.parse(line.value) as ClientResult;
  }

  /** Ends it. */
  async stop(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await ended;
    rmSync(this.#directory, { recursive: true });
  }
}
