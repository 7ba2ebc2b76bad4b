/** A receiver of webhooks in the test's own process. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { atEnd } from '../../packages/server/test/at-end.ts';

/** A request as it arrived. */
export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly json: { readonly id: string; readonly notices: readonly Readonly<Record<string, string>>[] };
}

export interface WebhookReceiver {
  readonly url: string;
  readonly posts: ReceivedPost[];
  /** The status of the next answers; 0: none is given. 204 at first. */
  status: number;
}

/** Starts one, until the test ends. */
export async function webhookReceiver(t: Pick<TestContext, 'after'>): Promise<WebhookReceiver> {
  const posts: ReceivedPost[] = [];
  const receiver = { url: '', posts, status: 204 };
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray());
      posts.push({
        path: request.url!,
        headers: request.headers,
        body,
        json: JSON.parse(body.toString() || '{}') as ReceivedPost['json'],
      });
      if (receiver.status !== 0) response.writeHead(receiver.status, { location: '/elsewhere' }).end();
    })();
  }).listen(0, '127.0.0.1');
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=secret`;
  return receiver;
}
