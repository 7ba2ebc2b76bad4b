import type { NoticeChannel, NoticeMessage } from '../src/modules/notices/index.ts';

/** Returns the first message of a channel to a recipient. */
export function noticeMessage(channel: NoticeChannel, recipient: string): NoticeMessage {
  return {
    id: 1,
    channel,
    recipient,
    messageId: '00112233445566778899aabbccddeeff',
    noticeIds: [1],
    attempts: 0,
    nextMs: 0,
    createdMs: 0,
  };
}
