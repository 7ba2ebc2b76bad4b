import { Resource } from '../../access/index.ts';
import type { AuditEvent } from '../../audit/index.ts';
import type { DocumentAdministration } from '../../configuration/index.ts';
import { ARCHIVE_RETENTION } from '../worker-contract/index.ts';
import { requireSecretsForDestinations } from './secret-destinations.ts';
import { shownPropertyChanges } from './shown-property-changes.ts';
import type { Worker, WorkerDocument, WorkerSettings } from './worker-document.ts';

const { view, edit, removeFromArchive } = Resource.signing;

/** Administration of workers. */
export const workerAdministration: DocumentAdministration<WorkerSettings, Worker> = {
  rights: {
    view: () => [[view], [edit]],
    create: (document) => [edit, ...retentionRights(undefined, document)],
    change: (before, document) => [edit, ...retentionRights(before, document)],
    remove: (document) => [edit, ...retentionRights(document, undefined)],
  },
  sameRightsForAll: true,
  check: requireSecretsForDestinations,
  events: {
    created: 'SET_WORKER_CONFIG',
    changed: 'SET_WORKER_CONFIG',
    renamed: 'SET_WORKER_CONFIG',
    removed: 'SET_WORKER_CONFIG',
    changes: keyEvents,
  },
  shownChange: shownPropertyChanges,
};

/** Returns the rights that a change needs: a new retention may remove documents from the worker's archive. */
function retentionRights(before: WorkerDocument | undefined, document: WorkerDocument | undefined): readonly string[] {
  // An unusable document may hold anything.
  const of = (worker: WorkerDocument | undefined) => String(worker?.settings.properties?.[ARCHIVE_RETENTION] ?? '');
  return of(before) === of(document) ? [] : [removeFromArchive];
}

function keyEvents({ settings: before }: WorkerDocument, { settings: after }: WorkerDocument): readonly AuditEvent[] {
  const changed = (property: string) => String(before.properties[property]) !== String(after.properties[property]);
  return [
    'SET_WORKER_CONFIG',
    ...(changed('DEFAULTKEY') ? (['KEYSELECTED'] as const) : []),
    ...(changed('SIGNERCERT') ? (['CERTINSTALLED'] as const) : []),
    ...(changed('SIGNERCERTCHAIN') ? (['CERTCHAININSTALLED'] as const) : []),
  ];
}
