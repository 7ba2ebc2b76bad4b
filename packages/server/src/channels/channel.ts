/** Questions and answers over a socket between two processes of one host. */
import type { Duplex } from 'node:stream';
import { ChannelLostError } from './errors.ts';
import { encodeFrame, FrameReader } from './frames.ts';

/** The end that asks. */
export class AskingChannel {
  readonly #stream: Duplex;
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  #nextId = 1;
  #lost: ChannelLostError | undefined;

  /** @param onLost - is told once that the other end is gone; not after {@link close} */
  constructor(stream: Duplex, onLost: (error: ChannelLostError) => void) {
    this.#stream = stream;
    const reader = new FrameReader();
    const lose = (cause?: unknown) => {
      if (this.#lost !== undefined) return;
      this.#lost = new ChannelLostError({ cause });
      stream.destroy();
      for (const { reject } of this.#waiting.values()) reject(this.#lost);
      this.#waiting.clear();
      onLost(this.#lost);
    };
    stream.on('data', (piece: Uint8Array) => {
      try {
        for (const { id, content } of reader.push(piece)) this.#answered(id, content);
      } catch (error) {
        lose(error);
      }
    });
    stream.on('error', lose);
    stream.on('close', () => lose());
    stream.on('end', () => lose());
  }

  /** @throws {@link ChannelLostError}, and {@link FrameTooLargeError}, after which the channel goes on */
  async ask(content: Uint8Array): Promise<Uint8Array> {
    if (this.#lost !== undefined) throw this.#lost;
    const id = this.#nextId;
    const frame = encodeFrame({ id, content });
    this.#nextId = id === MAX_ID ? 1 : id + 1;
    const waiting = Promise.withResolvers<Uint8Array>();
    this.#waiting.set(id, waiting);
    this.#stream.write(frame);
    return waiting.promise;
  }

  /** Ends the channel; the other end learns it. */
  close(): void {
    this.#lost ??= new ChannelLostError();
    this.#stream.destroy();
  }

  #answered(id: number, content: Uint8Array): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) throw new RangeError(`the answer ${id} has no question`);
    this.#waiting.delete(id);
    waiting.resolve(content);
  }
}

/**
 * Answers at the other end, each question as soon as its answer is there.
 *
 * @param answer - a rejection ends the channel, as a damaged frame does: what can be refused is an answer
 * @param onBroken - is told why the channel was ended from here
 */
export function answerChannel(
  stream: Duplex,
  answer: (question: Uint8Array) => Promise<Uint8Array>,
  onBroken: (error: unknown) => void,
): void {
  const reader = new FrameReader();
  const end = (error: unknown) => {
    if (stream.destroyed) return;
    stream.destroy();
    onBroken(error);
  };
  const reply = async (id: number, question: Uint8Array) => {
    try {
      const content = await answer(question);
      if (!stream.destroyed) stream.write(encodeFrame({ id, content }));
    } catch (error) {
      end(error);
    }
  };
  stream.on('data', (piece: Uint8Array) => {
    try {
      for (const { id, content } of reader.push(piece)) void reply(id, content);
    } catch (error) {
      end(error);
    }
  });
  // The process at the other end has ended, which its parent learns as well.
  stream.on('error', () => stream.destroy());
}

const MAX_ID = 2 ** 32 - 1;
