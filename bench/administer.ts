import { request } from 'node:https';
import type { Target } from './http-load.ts';

/**
 * Calls the administration interface as the super administrator.
 *
 * @param where - below `/sealwright/v1`
 * @throws {RangeError} with the text of a refusal
 */
export async function administer(target: Target, method: string, where: string, body?: object) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { 'content-type': 'application/json', 'x-keyfactor-requested-with': 'bench' };
  const sent = request({ ...target, servername: 'localhost', method, path: `/sealwright/v1${where}`, headers });
  sent.on('response', (answer) => {
    const pieces: Buffer[] = [];
    answer.on('data', (piece: Buffer) => pieces.push(piece));
    answer.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      if (answer.statusCode! < 300) resolve(text);
      else reject(new RangeError(text));
    });
  });
  sent.on('error', reject).end(body && JSON.stringify(body));
  return JSON.parse(await promise) as { settings?: unknown };
}
