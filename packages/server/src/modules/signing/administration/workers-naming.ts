import type { Configuration, DocumentHead } from '../../configuration/index.ts';
import { namedKeyOf } from '../keys/index.ts';
import { workerType } from '../workers/index.ts';

/** Lists the workers whose property CRYPTOTOKEN names a crypto token that is a document. */
export async function workersNaming(
  configuration: Configuration,
  { name }: { readonly name: string },
): Promise<readonly DocumentHead[]> {
  return (await configuration.list(workerType)).filter((worker) => namedKeyOf(worker).token === name);
}
