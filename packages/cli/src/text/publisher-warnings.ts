/** Remarks on publishers by which nothing arrives, or not everything. */
import type { ListedPublisher } from '../rest/publisher-rest.ts';

export function publisherWarnings(publishers: readonly ListedPublisher[]): readonly string[] {
  return publishers.flatMap(({ name, state, isMissed, waiting, held, failingSince, lastError = '' }) => {
    if (isMissed)
      return [
        `the publisher '${name}' cannot be used as it is set, although profiles or CAs name it: ${UNUSABLE_ADVICE}`,
      ];
    if (state === 'failing')
      return [
        `the publisher '${name}' has failed since ${failingSince}, and ${waiting} objects wait for it: ${lastError}`,
      ];
    if (held > 0)
      return [
        `the publisher '${name}' has ${held} objects that wait for: sealwright publisher retry "${name}"; ${lastError}`,
      ];
    if (state === 'disabled' && waiting > 0)
      return [`the publisher '${name}' is not enabled, and ${waiting} objects wait for it`];
    return [];
  });
}

const UNUSABLE_ADVICE = 'nothing is published by it until its settings are mended, and nothing collects';
