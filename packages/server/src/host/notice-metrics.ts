import type { DeliveryReport } from '../modules/notices/index.ts';

/** Makes the metrics of the notices that this process has delivered. */
export function noticeMetrics(reports: () => readonly DeliveryReport[]): { expose(): string } {
  return {
    expose() {
      const channels = reports();
      return METRICS.map(({ name, help, type, valueOf }) => {
        const lines = channels.map((report) => `${name}{channel="${report.channel}"} ${valueOf(report)}\n`);
        return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
      }).join('');
    },
  };
}

const METRICS: readonly {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly valueOf: (report: DeliveryReport) => number;
}[] = [
  {
    name: 'sealwright_notices_total',
    help: 'Notices of what ends soon that this process has delivered.',
    type: 'counter',
    valueOf: ({ delivered }) => delivered,
  },
  {
    name: 'sealwright_notice_failures_total',
    help: 'Messages with notices that this process could not deliver.',
    type: 'counter',
    valueOf: ({ failed }) => failed,
  },
  {
    name: 'sealwright_notice_refusals_total',
    help: 'Messages with notices that this process has ended since the mail server refuses their recipients for good.',
    type: 'counter',
    valueOf: ({ refused }) => refused,
  },
  {
    name: 'sealwright_notice_oldest_waiting_timestamp_seconds',
    help: 'When the oldest message that has not arrived was made, as of the last delivery of this process; 0: all have arrived.',
    type: 'gauge',
    valueOf: ({ oldestMs }) => (oldestMs ?? 0) / 1000,
  },
];
