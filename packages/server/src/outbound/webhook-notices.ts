import { WithDeps } from '../kernel/with-deps.ts';
import {
  type Notice,
  noticeBody,
  type NoticeMessage,
  NoticeNotSentError,
  type NoticeSender,
} from '../modules/notices/index.ts';
import type { OutboundHttp } from './outbound-http.ts';
import { postSigned } from './signed-post.ts';

export interface WebhookNoticesDeps {
  readonly outbound: OutboundHttp;
  /** Where the operator wants them. */
  readonly url: string;
  /** The key of the signature over each body; undefined: there is none. A secret. */
  readonly secret: Uint8Array | undefined;
  /** This server, as readers know it. */
  readonly host: string;
}

/** Notices by POST to a webhook. It takes a message by answering with a status of success. */
export class WebhookNotices extends WithDeps<WebhookNoticesDeps> implements NoticeSender {
  async send(message: NoticeMessage, notices: readonly Notice[]): Promise<void> {
    const { outbound, url, secret, host } = this.deps;
    const body = new TextEncoder().encode(JSON.stringify(noticeBody(message, notices, host)));
    const answer = await postSigned(outbound, { url, source: 'operator', id: message.messageId, body, secret });
    if (answer.outcome === 'failed') throw new NoticeNotSentError('webhook', answer.reason);
  }
}
