import { WithDeps } from '../../../kernel/with-deps.ts';
import { requireWorker } from '../workers/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import { propertiesOf } from '../worker-contract/index.ts';
import { asSigningFailure } from './signing-keys.ts';
import { requireWorkerToken } from './worker-token.ts';
import { WorkerHasNoKeyError } from './errors.ts';
import type { WorkerKeyTester } from '../timed/index.ts';

export interface WorkerKeyTestsDeps {
  readonly configuration: Configuration;
  readonly tokens: Pick<CryptoTokens, 'testKeyPair'>;
}

/** Test signatures with workers' keys that keep the connections to their devices open. */
export class WorkerKeyTests extends WithDeps<WorkerKeyTestsDeps> implements WorkerKeyTester {
  /**
   * Makes and verifies a test signature with the key of the worker's property TESTKEY, else with its default key. Writes no audit record, since
   * there would be one every few seconds.
   *
   * @param named - the worker, by id or name
   * @throws {@link NoSuchWorkerError}, `signing.token_unavailable`, `signing.key_unavailable`, {@link WorkerHasNoKeyError}, `crypto_token.*`
   */
  async test(named: string): Promise<void> {
    const { configuration, tokens } = this.deps;
    const worker = await requireWorker(configuration, named);
    const { token, defaultKey } = await requireWorkerToken(configuration, worker);
    const alias = propertiesOf(worker).text('TESTKEY') ?? defaultKey;
    if (alias === undefined) throw new WorkerHasNoKeyError(worker.name);
    await asSigningFailure(() => tokens.testKeyPair(token.id, alias));
  }
}
