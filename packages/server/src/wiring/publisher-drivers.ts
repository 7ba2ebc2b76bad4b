/** The drivers of publishers, each with what it needs. */
import type { Clock } from '../kernel/clock.ts';
import type { MakePublisher, Publisher, PublisherTarget, PublisherType } from '../modules/publishers/index.ts';
import { LdapPublisher } from '../outbound/ldap/index.ts';
import type { OutboundHttp } from '../outbound/outbound-http.ts';
import type { OutboundSockets } from '../outbound/outbound-sockets.ts';
import { S3Publisher } from '../outbound/s3/index.ts';
import { SftpPublisher } from '../outbound/sftp/index.ts';
import { WebhookPublisher } from '../outbound/webhook-publisher.ts';
import { FilesPublisher } from '../worker-files/publisher-directories.ts';

export interface PublisherDriversDeps {
  readonly outbound: OutboundHttp;
  readonly sockets: OutboundSockets;
  /** The directories of the host that publishers may write to. */
  readonly directories: readonly string[];
  readonly clock: Clock;
  /** This server, as receivers know it. */
  readonly host: string;
}

type SettingsOf<T extends PublisherType> = Extract<PublisherTarget, { readonly type: T }>['settings'];

/** Returns the one place where drivers are constructed: it does not compile until each kind has one. */
export function publisherDrivers({ outbound, sockets, directories, clock, host }: PublisherDriversDeps): MakePublisher {
  const drivers: { readonly [T in PublisherType]: (settings: SettingsOf<T>) => Publisher } = {
    FILES: (settings) => new FilesPublisher(settings, { allowed: directories, nowMs: () => clock.nowMs() }),
    LDAP: (settings) => new LdapPublisher(settings, { sockets }),
    S3: (settings) => new S3Publisher(settings, { outbound, clock }),
    SFTP: (settings) => new SftpPublisher(settings, { sockets }),
    WEBHOOK: (settings) => new WebhookPublisher(settings, { outbound, host }),
  };
  // Kind and settings were read together.
  return ({ type, settings }) => (drivers[type] as (settings: unknown) => Publisher)(settings);
}
