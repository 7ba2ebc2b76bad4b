/** A responder of tests on a port of its own, and CRLs beside it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import {
  ACCESS_METHODS,
  authorityInfoAccess,
  crlDistributionPoints,
  type Extension,
  makeExtension,
  OcspRequest,
} from '@sealwright/pki';

export interface OcspServer {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** Requests that have come: `POST /ocsp`, `GET /crl`. */
  readonly asked: string[];
  /** Says where certificates are to be asked about. */
  responderAt(path: string): Extension;
  /** Says where the CRL for certificates is. */
  crlAt(path: string): Extension;
}

/** @param answer - by path and request; a GET has none. 404 for undefined */
export async function ocspServer(
  answer: (path: string, request: OcspRequest | undefined) => Uint8Array | undefined,
): Promise<OcspServer> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = '', url = '' } = incoming;
      asked.push(`${method} ${url}`);
      const body = Buffer.concat(await incoming.toArray());
      const answered = answer(url, method === 'POST' ? OcspRequest.parse(body) : undefined);
      outgoing.writeHead(answered === undefined ? 404 : 200).end(answered);
    })();
  }).listen(0, '127.0.0.1');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = (path: string) => ({ type: 'uniformResourceIdentifier', value: `http://${host}${path}` }) as const;
  return {
    host,
    asked,
    responderAt: (path) =>
      makeExtension(authorityInfoAccess, [{ accessMethod: ACCESS_METHODS.ocsp, accessLocation: at(path) }], false),
    crlAt: (path) =>
      makeExtension(crlDistributionPoints, [{ distributionPoint: { type: 'fullName', names: [at(path)] } }], false),
  };
}
