/** The use cases on workers in the form in which the signing interface asks for them. */
import type { WorkerServices } from '../http/index.ts';
import type { Installation } from './installation.ts';

/** Connects the administration of workers to an installation. */
export function workerServices({
  signing: { changeWorkers, readWorkers, reloadWorkers },
}: Installation): WorkerServices {
  return {
    list: (administrator) => readWorkers.list(administrator),
    properties: (administrator, id) => readWorkers.properties(administrator, id),
    create: (administrator, id, properties) => changeWorkers.create(administrator, id, properties),
    update: (administrator, id, properties, rules) => changeWorkers.update(administrator, id, properties, rules),
    replace: (administrator, id, properties, rules) => changeWorkers.replace(administrator, id, properties, rules),
    remove: (administrator, id, rules) => changeWorkers.remove(administrator, id, rules),
    reload: (administrator, ids) => reloadWorkers.reload(administrator, ids),
  };
}
