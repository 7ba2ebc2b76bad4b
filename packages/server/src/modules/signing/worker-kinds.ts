/** All kinds of workers. A new one is one file, and a line here. */
import { cryptoWorkerKind } from './crypto-worker.ts';
import { plainSignerKind } from './signers/plain-signer.ts';
import type { WorkerKind } from './worker-kind.ts';

const kinds: readonly WorkerKind[] = [cryptoWorkerKind, plainSignerKind];

/** The kind with that class name, whole or without its package; undefined when there is none. */
export function workerKind(className: string): WorkerKind | undefined {
  return byName.get(className);
}

const byName = new Map(
  kinds.flatMap((kind) => [
    [kind.className, kind] as const,
    [kind.className.slice(kind.className.lastIndexOf('.') + 1), kind] as const,
  ]),
);
