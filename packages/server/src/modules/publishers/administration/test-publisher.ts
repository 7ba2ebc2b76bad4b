import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { MakePublisher } from '../delivery/index.ts';
import { PublisherUnusableError } from '../errors.ts';
import { PublishingError } from '../port/index.ts';
import { getEditable, type PublisherAccess } from './publisher-access.ts';

/** Outcome of a test: passed, or the reason without a secret. */
export type TestedPublisher = { readonly passed: true } | { readonly passed: false; readonly problem: string };

export interface TestPublisherDeps {
  readonly access: PublisherAccess;
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly makePublisher: MakePublisher;
}

export class TestPublisher {
  readonly #deps: TestPublisherDeps;

  constructor(deps: TestPublisherDeps) {
    this.#deps = deps;
  }

  /**
   * Tries what publishing needs, as far as that leaves nothing behind; also of one that is not enabled.
   *
   * @throws {@link PublisherNotFoundError}, {@link PublisherUnusableError}
   */
  async test(administrator: Administrator, name: string): Promise<TestedPublisher> {
    const publisher = await getEditable(this.#deps, administrator, name);
    const { usability } = publisher;
    if (!usability.usable || usability.value.target === undefined) throw new PublisherUnusableError(name);
    const driver = this.#deps.makePublisher(usability.value.target);
    let outcome: TestedPublisher = { passed: true };
    try {
      await driver.test(AbortSignal.timeout(usability.value.timeoutMs));
    } catch (error) {
      if (!(error instanceof PublishingError)) throw error;
      outcome = { passed: false, problem: error.message };
    } finally {
      await driver.close?.();
    }
    await this.#deps.audit.record({
      event: 'PUBLISHER_TEST',
      outcome: outcome.passed ? 'SUCCESS' : 'FAILURE',
      actor: actorOf(administrator),
      details: { name, ...(outcome.passed ? {} : { problem: outcome.problem }) },
    });
    return outcome;
  }
}
