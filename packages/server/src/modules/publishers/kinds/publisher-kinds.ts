/** The one list of kinds of publishers. */
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import { filesPublisher } from './files-publisher.ts';
import { ldapPublisher } from './ldap-publisher.ts';
import { foldedSetting, PublisherSettings, type ReportSetting, type StoredSettings } from './publisher-settings.ts';
import { s3Publisher } from './s3-publisher.ts';
import { sftpPublisher } from './sftp-publisher.ts';
import { webhookPublisher } from './webhook-publisher.ts';

/** All kinds, by what documents call them. */
export const PUBLISHER_KINDS = {
  FILES: filesPublisher,
  LDAP: ldapPublisher,
  S3: s3Publisher,
  SFTP: sftpPublisher,
  WEBHOOK: webhookPublisher,
} as const;

/** Kind of a publisher. */
export type PublisherType = keyof typeof PUBLISHER_KINDS;

/** A kind with settings that are good for it. */
export type PublisherTarget = {
  [T in PublisherType]: { readonly type: T; readonly settings: ReturnType<(typeof PUBLISHER_KINDS)[T]['read']> };
}[PublisherType];

/** Reads kind and settings. What is wrong is reported, `type` being the kind itself. */
export function readTarget(type: string, stored: StoredSettings, report: ReportSetting): PublisherTarget | undefined {
  const found = TYPES.find((each) =>
    [each, ...PUBLISHER_KINDS[each].labels].some((name) => foldedSetting(name) === foldedSetting(type)),
  );
  if (found === undefined) {
    report(
      'type',
      `is '${type}', to which this release cannot publish${didYouMean(type, TYPES)}; it has ${TYPES.join(', ')}`,
    );
    return undefined;
  }
  const kind = PUBLISHER_KINDS[found];
  const settings = new PublisherSettings(stored, (name, problem) => report(`settings.${name}`, problem));
  settings.requireKnown(kind.settings);
  return { type: found, settings: kind.read(settings) } as PublisherTarget;
}

const TYPES = Object.keys(PUBLISHER_KINDS) as PublisherType[];
