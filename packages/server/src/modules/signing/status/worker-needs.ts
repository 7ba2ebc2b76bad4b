import type { ProcessorKind, WorkerNeeds } from '../worker-contract/index.ts';
import { PROCESSOR_KINDS, type WorkerDocument } from '../workers/index.ts';

/** Returns the needs of a worker; none for one that is not usable. */
export function workerNeeds({ usability }: WorkerDocument): WorkerNeeds {
  if (!usability.usable) return NOTHING;
  const { implementation } = usability.value;
  if (implementation.type !== 'PROCESSABLE') return NOTHING;
  const kind: ProcessorKind = PROCESSOR_KINDS[implementation.kind];
  return kind.needs?.(implementation.settings) ?? NOTHING;
}

const NOTHING: WorkerNeeds = { workers: [] };
