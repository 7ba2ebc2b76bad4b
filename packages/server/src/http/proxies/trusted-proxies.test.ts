import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { makeCa } from '../../../test/http/test-pki.ts';
import { AppError } from '../../kernel/errors.ts';
import { type ForwardedCaller, TrustedProxies, type TrustedProxiesOptions } from './trusted-proxies.ts';

type Headers = Readonly<Record<string, string | readonly string[]>>;

const SECRET = 'a-secret-of-thirty-two-characters';
const OTHER_SECRET = 'the-secret-that-takes-its-place--';
const FROM = { 'x-forwarded-for': '192.0.2.7' };
const BELIEVED = { 'sealwright-proxy-secret': SECRET, ...FROM };

describe('a trusted proxy', () => {
  const ca = makeCa('Test CA');
  const client = ca.issue('client');
  const clientCert = byteSequence(client.der);
  let server: Server;
  let options: TrustedProxiesOptions;
  let isTls = true;

  before(async () => {
    // Raw requests over real sockets: what the runtime makes of repeated headers counts.
    server = createServer((request, response) => {
      try {
        const caller = new TrustedProxies(options).callerOf(request, { isTls });
        response.end(JSON.stringify(caller === undefined ? {} : shown(caller)));
      } catch (error) {
        response.end(JSON.stringify({ code: error instanceof AppError ? error.code : String(error) }));
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  async function ask(headers: Headers, given: Partial<TrustedProxiesOptions> = {}, tls = true) {
    options = { addresses: ['127.0.0.1'], secrets: [SECRET], addressHeader: 'x-forwarded-for', ...given };
    isTls = tls;
    const { port } = server.address() as AddressInfo;
    const outgoing = send({ port, host: '127.0.0.1', headers: headers as OutgoingHttpHeaders, agent: false });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream];
    return (await json(response)) as Record<string, unknown>;
  }

  it('passes the certificate, its chain and the address of the caller on', async () => {
    const headers = { ...BELIEVED, 'client-cert': clientCert, 'client-cert-chain': byteSequence(ca.der) };
    assert.deepEqual(await ask(headers), {
      remoteAddress: '192.0.2.7',
      forwardedFor: '192.0.2.7',
      der: Buffer.from(client.der).toString('hex'),
      chain: 1,
    });
  });

  it('passes no certificate on where it says nothing of one', async () => {
    assert.deepEqual(await ask(BELIEVED), { remoteAddress: '192.0.2.7', forwardedFor: '192.0.2.7' });
  });

  it('is refused without the secret, with a wrong one, and with two', async () => {
    const wrong = { ...BELIEVED, 'sealwright-proxy-secret': `${SECRET}x` };
    const twice = { ...BELIEVED, 'sealwright-proxy-secret': [SECRET, SECRET] };
    for (const headers of [FROM, wrong, twice, { ...BELIEVED, 'sealwright-proxy-secret': '' }])
      assert.deepEqual(await ask(headers), { code: 'http.proxy_not_believed' });
  });

  it('may use either secret while one takes the place of the other', async () => {
    const secrets = [OTHER_SECRET, SECRET];
    for (const secret of secrets)
      assert.equal((await ask({ ...BELIEVED, 'sealwright-proxy-secret': secret }, { secrets }))['code'], undefined);
  });

  it('is an address or in a network, and nobody else has a say, secret or not', async () => {
    for (const addresses of [['127.0.0.0/30'], ['::1', '127.0.0.1'], ['::ffff:127.0.0.1']])
      assert.equal((await ask(BELIEVED, { addresses }))['remoteAddress'], '192.0.2.7');
    const headers = { ...BELIEVED, 'client-cert': clientCert };
    for (const addresses of [['127.0.0.2'], ['127.0.0.4/30'], ['::1']])
      assert.deepEqual(await ask(headers, { addresses }), {});
  });

  it('is not believed without TLS, where everybody can read the secret', async () => {
    assert.deepEqual(await ask(BELIEVED, {}, false), { code: 'http.proxy_needs_tls' });
    assert.deepEqual(await ask({ ...FROM, 'client-cert': clientCert }, {}, false), {});
  });

  for (const [name, header] of [
    ['a certificate twice', [clientCert, clientCert]],
    ['two certificates', `${clientCert}, ${clientCert}`],
    ['an empty value', ''],
    ['a byte sequence of nothing', '::'],
    ['Base64 without colons', clientCert.slice(1, -1)],
    ['parameters behind the certificate', `${clientCert};a=1`],
    ['PEM in percent-encoding, as nginx writes it', encodeURIComponent(client.certificate)],
    ['Base64 of the URL kind', clientCert.replaceAll(/[+/A]/g, '_')],
    ['something else than a certificate', byteSequence(Buffer.from('no certificate'))],
    ['octets behind the certificate', byteSequence(Buffer.concat([client.der, Buffer.from([0])]))],
  ] as const) {
    it(`is refused with ${name} in Client-Cert (RFC 9440 §2.2)`, async () => {
      assert.deepEqual(await ask({ ...BELIEVED, 'client-cert': header }), { code: 'http.bad_header' });
    });
  }

  it('may send the chain in several lines, and none without a certificate, nor a long one (RFC 9440 §2.3)', async () => {
    const issuer = byteSequence(ca.der);
    const chainOf = async (chain: string | string[]) =>
      ask({ ...BELIEVED, 'client-cert': clientCert, 'client-cert-chain': chain });
    assert.equal((await chainOf([issuer, `${issuer} , ${issuer}`]))['chain'], 3);
    for (const chain of [`${issuer},`, '', Array.from({ length: 11 }, () => issuer), 'x'])
      assert.deepEqual(await chainOf(chain), { code: 'http.bad_header' });
    assert.deepEqual(await ask({ ...BELIEVED, 'client-cert-chain': issuer }), { code: 'http.bad_header' });
  });

  for (const [value, address] of [
    ['192.0.2.7', '192.0.2.7'],
    ['6.6.6.6, 192.0.2.7', '192.0.2.7'],
    ['unknown, 192.0.2.7:4711', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    [['6.6.6.6', '192.0.2.7'], '192.0.2.7'],
    ['192.0.2.7,', undefined],
    ['unknown', undefined],
    ['192.0.2.256', undefined],
    ['', undefined],
  ] as const) {
    it(`names ${address ?? 'nobody'} by X-Forwarded-For: ${String(value)}`, async () => {
      const answer = await ask({ ...BELIEVED, 'x-forwarded-for': value });
      assert.deepEqual(answer[address === undefined ? 'code' : 'remoteAddress'], address ?? 'http.bad_header');
    });
  }

  for (const [value, address] of [
    ['for=192.0.2.7', '192.0.2.7'],
    ['For="[2001:db8::7]:4711";proto=https', '2001:db8::7'],
    ['for=6.6.6.6, for=192.0.2.7;by=203.0.113.4', '192.0.2.7'],
    ['for="6.6.6.6, for=1.1.1.1", for=192.0.2.7', '192.0.2.7'],
    ['for=6.6.6.6;by="\\"", for=192.0.2.7', '192.0.2.7'],
    [['for=6.6.6.6', 'for=192.0.2.7'], '192.0.2.7'],
    // What a client has begun, the proxy's own quotation must not end.
    ['for="6.6.6.6, for="[2001:db8::7]"', undefined],
    ['for="6.6.6.6, for=192.0.2.7', undefined],
    ['for=6.6.6.6;for=192.0.2.7', undefined],
    ['for=6.6.6.6, by=192.0.2.7', undefined],
    ['for=unknown', undefined],
    ['for=_hidden', undefined],
    ['for=192.0.2.7,', undefined],
    ['192.0.2.7', undefined],
    ['', undefined],
  ] as const) {
    it(`names ${address ?? 'nobody'} by Forwarded: ${String(value)} (RFC 7239 §4)`, async () => {
      const headers = { ...BELIEVED, 'x-forwarded-for': '6.6.6.6', forwarded: value };
      const answer = await ask(headers, { addressHeader: 'forwarded' });
      assert.deepEqual(answer[address === undefined ? 'code' : 'remoteAddress'], address ?? 'http.bad_header');
      assert.equal(answer['forwardedFor'], address);
    });
  }
});

function shown({ certificate, ...caller }: ForwardedCaller): object {
  if (certificate === undefined) return caller;
  return { ...caller, der: Buffer.from(certificate.der).toString('hex'), chain: certificate.chain.length };
}

function byteSequence(octets: Uint8Array): string {
  return `:${Buffer.from(octets).toString('base64')}:`;
}
