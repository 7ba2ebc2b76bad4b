import type { Duplex } from 'node:stream';
import { answerChannel } from '../../channels/index.ts';
import {
  decodeKeyHostQuestion,
  encodeKeyHostAnswer,
  encodeKeyHostFailure,
  type KeyHostQuestion,
} from './key-host-messages.ts';
import type { LocalKeyHost } from './local-key-host.ts';

/**
 * Has the key host answer another process of the same installation and the same host.
 *
 * @param reach - returns when the configuration of this process is not older than an epoch
 * @param onBroken - is told why the process is heard no more
 */
export function serveKeyHost(
  stream: Duplex,
  host: LocalKeyHost,
  reach: (epoch: number) => Promise<void>,
  onBroken: (error: unknown) => void,
): void {
  const answer = async (content: Uint8Array) => {
    const question = decodeKeyHostQuestion(content);
    try {
      await reach(question.epoch);
      return encodeKeyHostAnswer(await answerOf(host, question));
    } catch (error) {
      return encodeKeyHostFailure(error);
    }
  };
  answerChannel(stream, answer, onBroken);
}

function answerOf(host: LocalKeyHost, { act, args }: KeyHostQuestion): Promise<unknown> {
  const ask = host[act] as (this: LocalKeyHost, ...given: readonly unknown[]) => Promise<unknown>;
  return ask.apply(host, args as unknown[]);
}
