/** Notices of what ends soon: their storage and delivery. */
export { DELIVER_NOTICES, type DeliveryReport } from './deliver-notices.ts';
export { NoticeNotSentError, NoticeRefusedError } from './errors.ts';
export type {
  DeleteNotice,
  DeleteNoticeMessage,
  DeletePendingNotice,
  InsertNotice,
  InsertNoticeMessage,
  InsertPendingNotice,
  Notice,
  NoticeChannel,
  NoticeMessage,
  PendingNotice,
  PostponeNoticeMessage,
} from './notice.ts';
export { noticeBody } from './notice-body.ts';
export type { NoticeSender, NoticeSenders } from './notice-sender.ts';
export type { NoticeStore } from './notice-store.ts';
export { noticeMail } from './notice-text.ts';
export { noticesModule } from './notices-module.ts';
export type { Ending, PostNotices } from './post-notices.ts';
