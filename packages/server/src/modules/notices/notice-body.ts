import type { JsonObject } from '../../kernel/canonical-json.ts';
import { isoMoment } from '../../kernel/text/moments.ts';
import type { Notice, NoticeMessage } from './notice.ts';

/**
 * Returns the JSON of a message, which is the same each time the message is sent.
 *
 * @param host - the server that tells
 */
export function noticeBody({ messageId }: NoticeMessage, notices: readonly Notice[], host: string): JsonObject {
  return { id: messageId, type: 'expiration', server: host, notices: notices.map((notice) => noticeFacts(notice)) };
}

/** Returns a notice as JSON, for the log as well. */
export function noticeFacts({ id, kind, name, endsAt, facts, advice }: Notice): JsonObject {
  return { id: String(id), kind, name, ends_at: isoMoment(endsAt), ...facts, to_do: advice };
}
