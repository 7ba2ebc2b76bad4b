/** Workers that name a crypto token or another worker in their properties. */
import { readInt32 } from '../../../kernel/formats/int32.ts';
import type { Configuration, DocumentHead } from '../../configuration/index.ts';
import { cryptoTokenType } from '../../crypto-tokens/index.ts';
import { namedKeyOf } from '../keys/index.ts';
import { propertiesOf } from '../worker-contract/index.ts';
import { findWorker, type WorkerDocument, workerType } from '../workers/index.ts';
import { calledWorkers } from './required-rights.ts';

/** Lists the workers whose property CRYPTOTOKEN names a crypto token that is a document. */
export async function workersNaming(
  configuration: Configuration,
  { name }: { readonly name: string },
): Promise<readonly DocumentHead[]> {
  return (await configuration.list(workerType)).filter((worker) => namedKeyOf(worker).token === name);
}

/** Lists the workers that use another one by its name: they call it, it may renew them, or its crypto token is theirs. */
export function workersUsing(configuration: Configuration, used: WorkerDocument): Promise<readonly WorkerDocument[]> {
  return users(configuration, used, 'name');
}

/** Lists the workers that use another one by its id, in words: a new name changes nothing for them. */
export async function workersUsingById(configuration: Configuration, used: WorkerDocument): Promise<readonly string[]> {
  return (await users(configuration, used, 'id')).map(({ name }) => `worker '${name}'`);
}

async function users(
  configuration: Configuration,
  used: WorkerDocument,
  by: 'name' | 'id',
): Promise<readonly WorkerDocument[]> {
  const found: WorkerDocument[] = [];
  for (const worker of await configuration.list(workerType)) {
    if (worker.id === used.id) continue;
    const named = (await usedWorkers(configuration, worker)).filter(
      (text) => (readInt32(text) === undefined) === (by === 'name'),
    );
    const meant = await Promise.all(named.map((text) => findWorker(configuration, text)));
    if (meant.some((each) => each?.id === used.id)) found.push(worker);
  }
  return found;
}

/** Lists the ids and names of workers in the properties of a worker. CRYPTOTOKEN names one where there is no crypto token of that name. */
async function usedWorkers(configuration: Configuration, worker: WorkerDocument): Promise<readonly string[]> {
  const { token } = namedKeyOf(worker);
  const isToken = token === undefined || (await configuration.find(cryptoTokenType, token)) !== undefined;
  const renewer = propertiesOf(worker).text('RENEWWORKER');
  return [...calledWorkers(worker), ...(isToken ? [] : [token]), ...(renewer === undefined ? [] : [renewer])];
}
