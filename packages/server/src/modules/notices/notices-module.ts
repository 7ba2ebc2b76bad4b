import { DeliverNotices, type DeliverNoticesDeps } from './deliver-notices.ts';
import { type Notice, type NoticeChannel } from './notice.ts';
import { noticeFacts } from './notice-body.ts';
import type { NoticeSender, NoticeSenders } from './notice-sender.ts';
import { PostNotices } from './post-notices.ts';
import type { JsonObject } from '../../kernel/canonical-json.ts';

export interface NoticesModuleDeps extends DeliverNoticesDeps {
  /** Receives each notice, for the log. */
  readonly writeLog: (notice: JsonObject) => void;
}

/** Constructs the delivery of notices. The log is always one of the channels. */
export function noticesModule(deps: NoticesModuleDeps) {
  const senders: NoticeSenders = { log: logSender(deps.writeLog), ...deps.senders };
  return {
    postNotices: new PostNotices({ ...deps, channels: Object.keys(senders) as NoticeChannel[] }),
    deliverNotices: new DeliverNotices({ ...deps, senders }),
  };
}

function logSender(writeLog: NoticesModuleDeps['writeLog']): NoticeSender {
  return {
    send: async (_message, notices: readonly Notice[]) => {
      for (const notice of notices) writeLog(noticeFacts(notice));
    },
  };
}
