import type { TimedService, TimedServiceKind } from '../worker-contract/index.ts';

/** Tests a key of other workers again and again, so that no device closes a connection that nobody uses. */
export const hsmKeepAliveTimedServiceKind: TimedServiceKind<readonly string[]> = {
  type: 'TIMED_SERVICE',
  className: 'org.signserver.server.timedservices.hsmkeepalive.HSMKeepAliveTimedService',
  // Every process has connections of its own.
  singleton: false,
  read: (properties) => {
    // The name that it had before.
    const name = properties.isGiven('CRYPTOTOKENS') ? 'CRYPTOTOKENS' : 'CRYPTOWORKERS';
    // It may be empty, and has to be there.
    if (!properties.isGiven(name)) properties.report('CRYPTOTOKENS', 'is missing');
    return properties.list(name) ?? [];
  },
};

/** The test of a worker's key. */
export interface WorkerKeyTester {
  /** @param named - the worker, by id or name */
  test(named: string): Promise<void>;
}

/** @param workers - ids or names */
export function hsmKeepAliveTimedService(workers: readonly string[], keyTests: WorkerKeyTester): TimedService {
  return {
    async run({ failed, signal }) {
      for (const named of workers) {
        if (signal.aborted) break;
        await keyTests.test(named).catch((error: unknown) => failed(named, error));
      }
      return undefined;
    },
  };
}
