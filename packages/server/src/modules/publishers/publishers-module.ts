import type { AccessControl } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { ListPublishers, RetryPublications, TestPublisher, WatchPublishers } from './administration/index.ts';
import { DeliverPublications, type DeliverPublicationsDeps, publisherTask, PublisherTasks } from './delivery/index.ts';

export interface PublishersModuleDeps extends DeliverPublicationsDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  /** Has a task of this process run at once, if it is there. */
  readonly wakeTask: (task: string) => void;
}

/** Constructs publishing from its queues on. Who fills them is the module of CAs. */
export function publishersModule(deps: PublishersModuleDeps) {
  const deliverPublications = new DeliverPublications(deps);
  const tasks = new PublisherTasks({ ...deps, deliverPublications });
  const wake = (publisherId: number) => {
    if (!deliverPublications.isResting(publisherId)) deps.wakeTask(publisherTask(publisherId));
  };
  const retry = (publisherId: number) => {
    deliverPublications.endRest(publisherId);
    wake(publisherId);
  };
  const listPublishers = new ListPublishers(deps);
  return {
    tasks,
    /** Has a publisher deliver at once what is in its queue, unless it rests. */
    wake,
    listPublishers,
    watchPublishers: new WatchPublishers({ ...deps, listPublishers }),
    retryPublications: new RetryPublications({ ...deps, wake: retry }),
    testPublisher: new TestPublisher(deps),
  };
}
