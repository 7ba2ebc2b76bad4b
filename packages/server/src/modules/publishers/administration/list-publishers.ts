import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { PublisherDocument } from '../delivery/index.ts';
import { publisherType } from '../publisher-type.ts';
import type { PublicationStore, PublisherHealth, QueueSummary } from '../queue/index.ts';
import { authorizeViewing, type PublisherAccess } from './publisher-access.ts';

/** State of a publisher: `unusable` ones queue nothing, `disabled` ones deliver nothing, `held` ones have entries that wait for a person. */
export type PublisherState = 'working' | 'failing' | 'held' | 'disabled' | 'unusable';

/** A publisher as administrators see it. Times are milliseconds since 1970. */
export interface ListedPublisher {
  readonly name: string;
  /** The number that clients see. */
  readonly publicId: number;
  /** As its settings have it. */
  readonly type: string;
  readonly state: PublisherState;
  /** True of an unusable one that a profile or a CA names all the same: what they publish does not get there. */
  readonly isMissed: boolean;
  readonly queue: QueueSummary;
  /** Undefined of one that was never tried. */
  readonly health: PublisherHealth | undefined;
}

export interface ListPublishersDeps {
  readonly access: PublisherAccess;
  readonly configuration: Configuration;
  readonly publications: Pick<PublicationStore, 'findHealth' | 'summary'>;
}

export class ListPublishers extends WithDeps<ListPublishersDeps> {
  /** Tells of publishers that documents name them, under one epoch: finding out reads all profiles and CAs. */
  #named = { epoch: -1, byId: new Map<number, Promise<boolean>>() };

  /** Lists all publishers in order of their names. */
  async list(administrator: Administrator): Promise<readonly ListedPublisher[]> {
    await authorizeViewing(this.deps.access, administrator);
    return this.report();
  }

  /** Does the same for the program itself. */
  async report(): Promise<readonly ListedPublisher[]> {
    const { configuration, publications } = this.deps;
    return Promise.all(
      (await configuration.list(publisherType)).map(async (publisher) => {
        const { id, name, publicId } = publisher;
        const [queue, health] = await Promise.all([publications.summary(id), publications.findHealth(id)]);
        const { type = '' } = publisher.settings as { readonly type?: string };
        const state = stateOf(publisher, queue, health);
        const isMissed = state === 'unusable' && (await this.#isNamed(publisher));
        return { name, publicId, type, state, isMissed, queue, health };
      }),
    );
  }

  #isNamed(publisher: PublisherDocument): Promise<boolean> {
    const { configuration } = this.deps;
    if (this.#named.epoch !== configuration.epoch) this.#named = { epoch: configuration.epoch, byId: new Map() };
    const { byId } = this.#named;
    let found = byId.get(publisher.id);
    if (found === undefined) {
      found = isNamed(configuration, publisher);
      byId.set(publisher.id, found);
      found.catch(() => byId.delete(publisher.id));
    }
    return found;
  }
}

async function isNamed(configuration: Configuration, publisher: PublisherDocument): Promise<boolean> {
  for await (const _head of configuration.referringTo(publisher)) return true;
  return false;
}

function stateOf(
  { usability }: PublisherDocument,
  { held }: QueueSummary,
  health: PublisherHealth | undefined,
): PublisherState {
  if (!usability.usable || usability.value.target === undefined) return 'unusable';
  if (!usability.value.enabled) return 'disabled';
  if (health?.failingSinceMs !== undefined) return 'failing';
  return held > 0 ? 'held' : 'working';
}
