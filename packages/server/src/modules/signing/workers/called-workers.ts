import { propertiesOf } from '../worker-contract/index.ts';
import type { WorkerDocument } from './worker-document.ts';

/** A worker, or a crypto token, that a property of a worker names. */
export interface CalledWorker {
  readonly property: string;
  /** Id or name. */
  readonly named: string;
}

/** Lists the ids and names of workers in the properties of a worker: lists of them, and of what they are chosen by. */
export function calledWorkers(worker: WorkerDocument): readonly CalledWorker[] {
  const properties = propertiesOf(worker);
  return CALLING_PROPERTIES.flatMap((property) =>
    (properties.text(property) ?? '')
      .split(/[,;]/)
      .map((item) => ({ property, named: item.slice(item.lastIndexOf(':') + 1).trim() }))
      .filter(({ named }) => named !== ''),
  );
}

const CALLING_PROPERTIES = [
  'WORKERS',
  'CRYPTOTOKENS',
  'CRYPTOWORKERS',
  'MAPPINGS',
  'USERNAME_MAPPING',
  'DEFAULTWORKER',
  'TSA_WORKER',
  'OTHER_SIGNERS',
  'VALIDATIONSERVICEWORKER',
];
