import { type Configuration, hooksFor, type HooksOfType } from '../../configuration/index.ts';
import type { TokenDocumentWrites } from '../../crypto-tokens/index.ts';
import type { EndEntityStore } from '../../ra/index.ts';
import { ownTokenOf, ownWarnings, workerType } from '../workers/index.ts';
import { requiredRights } from './required-rights.ts';
import { workersUsing, workersUsingById } from './workers-naming.ts';

export interface WorkerHooksDeps {
  readonly configuration: Configuration;
  readonly endEntities: EndEntityStore;
  readonly writes: () => TokenDocumentWrites;
}

/** Returns the hooks of workers: what is stored of a worker's own token goes with the worker. */
export function workerHooks({ configuration, endEntities, writes }: WorkerHooksDeps): HooksOfType {
  return hooksFor(workerType, {
    created: ({ document }) => {
      const token = ownTokenOf(document);
      return token === undefined ? [] : writes().ownedToken(document.name, token, undefined, token.code?.reveal());
    },
    changed: ({ before, document }) => {
      const [was, is] = [ownTokenOf(before), ownTokenOf(document)];
      if (was === undefined && is === undefined) return [];
      const stored = was && { ...was, code: was.code?.reveal() };
      return writes().ownedToken(document.name, is, stored, is?.code?.reveal());
    },
    remarks: ({ document }) => ownWarnings(document),
    removed: ({ document }) => writes().deletion(document.id),
    namedBy: ({ document }) => workersUsing(configuration, document),
    usedBy: ({ document }) => workersUsingById(configuration, document),
    neededFor: ({ document }) => requiredRights(configuration, endEntities, document),
  });
}
