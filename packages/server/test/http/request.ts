/** One HTTP request over real sockets. */
import { type Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ConnectionOptions } from 'node:tls';

export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'key' | 'cert'>;
  readonly agent?: Agent;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON. */
  readonly json: () => unknown;
}

/** Sends a request and reads the whole answer. */
export async function send(
  url: string,
  { method = 'GET', headers = {}, body, tls = {}, agent }: TestRequest = {},
): Promise<TestResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TestResponse>();
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const outgoing = request(url, { method, headers, ...tls, ...(agent === undefined ? {} : { agent }) }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = bytes.toString('utf8');
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        bytes,
        text,
        json: () => JSON.parse(text) as unknown,
      });
    });
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
