/** Workers that name a crypto token or another worker in their properties. */
import type { Configuration, DocumentHead } from '../../configuration/index.ts';
import { namedKeyOf } from '../keys/index.ts';
import { type WorkerDocument, workerType } from '../workers/index.ts';
import { calledWorkers } from './required-rights.ts';

/** Lists the workers whose property CRYPTOTOKEN names a crypto token that is a document. */
export async function workersNaming(
  configuration: Configuration,
  { name }: { readonly name: string },
): Promise<readonly DocumentHead[]> {
  return (await configuration.list(workerType)).filter((worker) => namedKeyOf(worker).token === name);
}

/** Lists the workers that call another one by its name. */
export function workersCalling(
  configuration: Configuration,
  called: WorkerDocument,
): Promise<readonly WorkerDocument[]> {
  return callers(configuration, called, called.name);
}

/** Lists the workers that call another one by its id, in words: a new name changes nothing for them. */
export async function workersCallingById(
  configuration: Configuration,
  called: WorkerDocument,
): Promise<readonly string[]> {
  const found = await callers(configuration, called, String(called.publicId));
  return found.map(({ name }) => `worker '${name}'`);
}

async function callers(configuration: Configuration, called: WorkerDocument, named: string) {
  const workers = await configuration.list(workerType);
  return workers.filter((worker) => worker.id !== called.id && calledWorkers(worker).includes(named));
}
