import { Resource } from '../access/index.ts';
import { administeredType } from '../administration/index.ts';
import { workerType } from './worker-type.ts';
import { shownPropertyChanges } from './shown-property-changes.ts';

const { view, edit } = Resource.signing;

/** How workers are administered. */
export const workerAdministration = administeredType(workerType, {
  rights: {
    view: () => [[view], [edit]],
    create: () => [edit],
    change: () => [edit],
    remove: () => [edit],
  },
  sameRightsForAll: true,
  events: {
    created: 'SET_WORKER_CONFIG',
    changed: 'SET_WORKER_CONFIG',
    renamed: 'SET_WORKER_CONFIG',
    removed: 'SET_WORKER_CONFIG',
  },
  shownChange: shownPropertyChanges,
});
