import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../access/index.ts';
import { type MakePublisher, tryPublisher } from '../delivery/index.ts';
import { PublisherUnusableError } from '../errors.ts';
import { getEditable, type PublisherAccess } from './publisher-access.ts';

/** Outcome of a test: passed, or the reason without a secret. */
export type TestedPublisher = { readonly passed: true } | { readonly passed: false; readonly problem: string };

export interface TestPublisherDeps extends Pick<UseCaseDeps, 'audit' | 'configuration'> {
  readonly access: PublisherAccess;
  readonly makePublisher: MakePublisher;
  /** Receives the error of a test that failed. */
  readonly onFailed: (error: unknown) => void;
}

export class TestPublisher extends WithDeps<TestPublisherDeps> {
  /**
   * Tries what publishing needs, as far as that leaves nothing behind; also of one that is not enabled.
   *
   * @throws {@link PublisherNotFoundError}, {@link PublisherUnusableError}
   */
  async test(administrator: Administrator, name: string): Promise<TestedPublisher> {
    const publisher = await getEditable(this.deps, administrator, name);
    const { usability } = publisher;
    if (!usability.usable || usability.value.target === undefined) throw new PublisherUnusableError(name);
    const driver = this.deps.makePublisher(usability.value.target);
    const error = await tryPublisher(driver, usability.value.timeoutMs);
    await driver.close?.();
    if (error !== undefined) this.deps.onFailed(error);
    const outcome: TestedPublisher = error === undefined ? { passed: true } : { passed: false, problem: error.message };
    await this.deps.audit.record({
      event: 'PUBLISHER_TEST',
      outcome: outcome.passed ? 'SUCCESS' : 'FAILURE',
      actor: actorOf(administrator),
      details: { name, ...(outcome.passed ? {} : { problem: outcome.problem }) },
    });
    return outcome;
  }
}
