import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import { type CryptoTokens, type CryptoTokenState, UnknownCryptoTokenError } from '../../crypto-tokens/index.ts';
import type { WorkerFiles } from '../worker-contract/index.ts';
import { type WorkerDocument, workerProblems, workerType } from '../workers/index.ts';
import { workerToken } from '../keys/index.ts';
import { isDisabled } from './worker-statuses.ts';

/** A worker that is enabled and cannot work on this server. */
export interface UnfitWorker {
  readonly id: number;
  /** `offline`: its crypto token cannot be used. */
  readonly problem: 'misconfigured' | 'offline';
}

export interface WorkerHealthDeps extends Pick<UseCaseDeps, 'configuration' | 'clock'> {
  /** States only, nothing that would open a token: the caller is unknown. */
  readonly tokens: Pick<CryptoTokens, 'state'>;
  readonly files: Pick<WorkerFiles, 'refusal'>;
}

/** Health of workers, for load balancers, which ask every few seconds. */
export class WorkerHealth extends WithDeps<WorkerHealthDeps> {
  #round: Promise<readonly UnfitWorker[]> | undefined;
  /** Undefined while the round goes on. */
  #endedMs: number | undefined;

  /** The workers that cannot, as they were found at most a second ago: one round serves all who ask meanwhile. */
  unfit(): Promise<readonly UnfitWorker[]> {
    const ageMs = this.#endedMs === undefined ? 0 : this.deps.clock.nowMs() - this.#endedMs;
    // A clock that is set back makes no answer younger.
    if (this.#round === undefined || ageMs < 0 || ageMs >= FRESH_MS) {
      this.#endedMs = undefined;
      this.#round = this.#look().finally(() => {
        this.#endedMs = this.deps.clock.nowMs();
      });
    }
    return this.#round;
  }

  async #look(): Promise<readonly UnfitWorker[]> {
    const states = new Map<number, Promise<CryptoTokenState>>();
    const unfit: UnfitWorker[] = [];
    for (const document of await this.deps.configuration.list(workerType)) {
      const problem = await this.#problemOf(document, states);
      if (problem !== undefined) unfit.push({ id: document.publicId, problem });
    }
    return unfit.toSorted((a, b) => a.id - b.id);
  }

  async #problemOf(
    document: WorkerDocument,
    states: Map<number, Promise<CryptoTokenState>>,
  ): Promise<UnfitWorker['problem'] | undefined> {
    const { configuration, files } = this.deps;
    if (isDisabled(document)) return undefined;
    if ((await workerProblems(document, files)).length > 0) return 'misconfigured';
    const found = await workerToken(configuration, document);
    if (found === undefined) return undefined;
    if (found.token === undefined) return 'offline';
    const { id } = found.token;
    const state = states.get(id) ?? this.#stateOf(id);
    states.set(id, state);
    return (await state) === 'active' ? undefined : 'offline';
  }

  async #stateOf(tokenId: number): Promise<CryptoTokenState> {
    try {
      return await this.deps.tokens.state(tokenId);
    } catch (error) {
      if (error instanceof UnknownCryptoTokenError) return 'offline';
      throw error;
    }
  }
}

const FRESH_MS = 1000;
