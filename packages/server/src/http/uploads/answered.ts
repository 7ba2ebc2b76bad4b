import type { FastifyReply } from 'fastify';

/** Content that is kept for an answer, of which the output may be made while it goes out. */
export interface Kept {
  close(): Promise<void>;
}

/**
 * Reads and uses what is to be kept until the answer is out, and closes it then: also when reading or using it fails, and when the client is
 * gone before that.
 */
export async function keptUntilAnswered<K extends Kept>(
  reply: FastifyReply,
  read: () => Promise<K>,
  use: (kept: K) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const kept = await read();
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  reply.raw.once('close', () => resolve(undefined));
  if (reply.raw.destroyed || reply.raw.closed) resolve(undefined);
  try {
    const answer = await use(kept);
    // Not before it was used: what a client that left has sent is still being worked on.
    void answered.then(() => kept.close()).catch(() => undefined);
    return answer;
  } catch (error) {
    await kept.close();
    throw error;
  }
}
