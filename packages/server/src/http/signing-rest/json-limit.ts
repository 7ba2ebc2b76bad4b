/** The largest JSON body, which is a setting and may change while the server runs. */
import { Transform } from 'node:stream';
import type { preParsingAsyncHookHandler } from 'fastify';
import { DocumentTooLargeError } from '../uploads/index.ts';

/** Refuses a JSON body that is longer than `limit` says: by the length that it announces, or when it has been read that far. */
export function limitJsonBody(limit: () => Promise<number>): preParsingAsyncHookHandler {
  return async ({ headers }, _reply, payload) => {
    if (headers['content-type']?.toLowerCase().startsWith('application/json') !== true) return payload;
    const octets = await limit();
    const announced = headers['content-length'];
    if (Number(announced ?? 0) > octets) throw new DocumentTooLargeError(octets, SETTING);
    if (announced !== undefined) return payload;
    let read = 0;
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        read += chunk.length;
        if (read > octets) done(new DocumentTooLargeError(octets, SETTING));
        else done(null, chunk);
      },
    });
    return payload.on('error', (error) => counting.destroy(error)).pipe(counting);
  };
}

const SETTING = 'maxJsonOctets';
