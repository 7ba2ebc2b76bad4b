import { Resource } from '../access/index.ts';
import { administeredType } from '../administration/index.ts';
import { serviceType } from './service-type.ts';

const { view, edit } = Resource.services;

/** How services are administered. */
export const serviceAdministration = administeredType(serviceType, {
  rights: {
    view: () => [[view], [edit]],
    create: () => [edit],
    change: () => [edit],
    remove: () => [edit],
  },
  events: {
    created: 'SERVICE_ADD',
    changed: 'SERVICE_EDIT',
    renamed: 'SERVICE_RENAME',
    removed: 'SERVICE_REMOVE',
  },
});
