import type { ListedPublisher } from '../modules/publishers/index.ts';

/** Makes the metrics of publishers, as of the last minute. */
export function publisherMetrics(reports: () => readonly ListedPublisher[]): { expose(): string } {
  return {
    expose() {
      const publishers = reports();
      return METRICS.map(({ name, help, valueOf }) => {
        const lines = publishers.map(
          (publisher) => `${name}{publisher=${JSON.stringify(publisher.name)}} ${valueOf(publisher)}\n`,
        );
        return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
      }).join('');
    },
  };
}

const METRICS: readonly {
  readonly name: string;
  readonly help: string;
  readonly valueOf: (publisher: ListedPublisher) => number;
}[] = [
  {
    name: 'sealwright_publisher_waiting',
    help: 'Objects that wait for a publisher, 1000 at most.',
    valueOf: ({ queue }) => queue.waiting,
  },
  {
    name: 'sealwright_publisher_held',
    help: 'Objects that a publisher has refused and that wait for a person, 1000 at most.',
    valueOf: ({ queue }) => queue.held,
  },
  {
    name: 'sealwright_publisher_oldest_waiting_timestamp_seconds',
    help: 'When the oldest of these objects got into the queue; 0: there is none.',
    valueOf: ({ queue }) => (queue.oldestMs ?? 0) / 1000,
  },
  {
    name: 'sealwright_publisher_failing_since_timestamp_seconds',
    help: 'Since when nothing arrives; 0: the last attempt went well.',
    valueOf: ({ health }) => (health?.failingSinceMs ?? 0) / 1000,
  },
];
