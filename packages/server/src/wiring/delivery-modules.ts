/** The modules that tell others what happens here: notices by mail and webhook, expiry, and publishers. */
import os from 'node:os';
import { expiryModule } from '../modules/expiry/index.ts';
import { DELIVER_NOTICES, noticesModule } from '../modules/notices/index.ts';
import { publishersModule } from '../modules/publishers/index.ts';
import { WorkerEnds } from '../modules/signing/index.ts';
import { type outboundHttp, outboundSockets } from '../outbound/configured-outbound.ts';
import type { AuthorityModules } from './authority-modules.ts';
import type { Foundation } from './foundation.ts';
import type { InstallationDeps } from './installation-deps.ts';
import { noticeSenders } from './notice-senders.ts';
import { publisherDrivers } from './publisher-drivers.ts';

/** Constructs the modules that send to other systems what happened in this one. */
export function constructDeliveryModules(
  deps: InstallationDeps,
  foundation: Foundation,
  { access, authorities, ca }: Pick<AuthorityModules, 'access' | 'authorities' | 'ca'>,
  outbound: ReturnType<typeof outboundHttp>,
) {
  const { clock, random, onBackgroundError, outboundHosts = [], notices: noticeWays = {} } = deps;
  const { writeNoticeLog = () => undefined } = deps;
  const { audit, background, clockBelief, configuration, ids, store, stores, tokens } = foundation;
  const notices = noticesModule({
    notices: stores.notices,
    senders: noticeSenders(noticeWays, outbound, os.hostname()),
    store,
    ids,
    random,
    clock,
    clockBelief,
    onFailed: onBackgroundError,
    writeLog: writeNoticeLog,
  });
  const expiry = expiryModule({
    audit,
    authorities,
    clock,
    configuration,
    crls: stores.crls,
    endEntities: stores.endEntities,
    endingCertificates: stores.endingCertificates,
    isAdministratorCertificate: (certificate) => access.membership.isMember(certificate),
    notices: stores.notices,
    onNotices: () => void background.scheduler.wake(DELIVER_NOTICES),
    postNotices: notices.postNotices,
    store,
    tokens,
    workerEnds: new WorkerEnds(configuration),
  });
  const publishers = publishersModule({
    access: access.control,
    audit,
    clock,
    clockBelief,
    configuration,
    ids,
    makePublisher: publisherDrivers({
      outbound,
      sockets: outboundSockets(outboundHosts),
      directories: deps.publisherDirectories ?? [],
      clock,
      host: os.hostname(),
    }),
    objects: ca.publishedObjects,
    onFailed: onBackgroundError,
    publications: stores.publications,
    random,
    store,
    wakeTask: (task) => background.scheduler.wakeIfThere(task),
  });
  return { expiry, notices, publishers };
}
