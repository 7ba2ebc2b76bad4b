import type { TimedServiceKind } from '../kinds/index.ts';
import type { TimedContext, TimedService } from './timed-service.ts';

/** Tests a key of other workers again and again, so that no device closes a connection that nobody uses. */
export const hsmKeepAliveTimedServiceKind: TimedServiceKind = {
  type: 'TIMED_SERVICE',
  className: 'org.signserver.server.timedservices.hsmkeepalive.HSMKeepAliveTimedService',
  make: (properties) => {
    // The name that it had before.
    const name = properties.isGiven('CRYPTOTOKENS') ? 'CRYPTOTOKENS' : 'CRYPTOWORKERS';
    // It may be empty, and has to be there.
    if (!properties.isGiven(name)) properties.report('CRYPTOTOKENS', 'is missing');
    return new HsmKeepAliveTimedService(properties.list(name) ?? []);
  },
};

class HsmKeepAliveTimedService implements TimedService {
  /** Every process has connections of its own. */
  readonly singleton = false;
  readonly #workers: readonly string[];

  constructor(workers: readonly string[]) {
    this.#workers = workers;
  }

  async run(context: TimedContext): Promise<undefined> {
    for (const named of this.#workers) {
      if (context.signal.aborted) return;
      await context.keyTests.test(named).catch((error: unknown) => context.failed(named, error));
    }
  }
}
