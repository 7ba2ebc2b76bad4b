/** Proxies whose statements about their callers are believed: their addresses are configured, and they know a secret. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { BadHeaderError, ProxyNeedsTlsError, ProxyNotBelievedError } from '../errors/index.ts';
import { type ForwardedCertificate, readClientCert } from './client-cert.ts';
import { canonicalAddress, lastForwarded, lastForwardedFor } from './forwarded-address.ts';

/** Header in which proxies send their clients' addresses. */
export type AddressHeader = 'x-forwarded-for' | 'forwarded';

export interface TrustedProxiesOptions {
  /** Addresses, and networks such as 10.0.0.0/28. */
  readonly addresses: readonly string[];
  /** Any of them is accepted. There are two while one replaces the other. */
  readonly secrets: readonly string[];
  readonly addressHeader: AddressHeader;
}

/** The caller of one request, as a proxy describes it. One connection of a proxy carries requests of many callers. */
export interface ForwardedCaller {
  readonly remoteAddress: string;
  /** As X-Forwarded-For has them: its last address is the caller's, those before it are the caller's claim. */
  readonly forwardedFor: string;
  /** Undefined if the caller presented none. */
  readonly certificate: ForwardedCertificate | undefined;
}

export class TrustedProxies {
  readonly #addresses = new BlockList();
  readonly #secrets: readonly Buffer[];
  readonly #addressHeader: AddressHeader;

  constructor({ addresses, secrets, addressHeader }: TrustedProxiesOptions) {
    for (const given of addresses) {
      const [address = '', prefix] = given.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (prefix === undefined) this.#addresses.addAddress(address, family);
      else this.#addresses.addSubnet(address, Number(prefix), family);
    }
    this.#secrets = secrets.map(digestOf);
    this.#addressHeader = addressHeader;
  }

  /** Returns true for a proxy's address, whether or not its request is believed. */
  hasAddress(address: string | undefined): boolean {
    if (address === undefined) return false;
    const [canonical = ''] = canonicalAddress(address).split('%', 1);
    const family = isIP(canonical);
    return family !== 0 && this.#addresses.check(canonical, family === 6 ? 'ipv6' : 'ipv4');
  }

  /**
   * Determines who sent a request.
   *
   * @returns undefined when it comes from no proxy: then headers say nothing of its caller
   * @throws {@link ProxyNotBelievedError} when it comes from the address of one and has no secret, or a wrong one
   * @throws {@link ProxyNeedsTlsError} when it has a secret and came without TLS
   * @throws {@link BadHeaderError} when it names no address, or an invalid certificate
   */
  callerOf(request: IncomingMessage, { isTls }: { readonly isTls: boolean }): ForwardedCaller | undefined {
    if (!this.hasAddress(request.socket.remoteAddress)) return undefined;
    const { headersDistinct } = request;
    const secrets = headersDistinct[PROXY_SECRET_HEADER] ?? [];
    if (!isTls) {
      if (secrets.length > 0) throw new ProxyNeedsTlsError();
      return undefined;
    }
    if (secrets.length !== 1 || !this.#isSecret(secrets[0]!)) throw new ProxyNotBelievedError();
    const certificate = readClientCert({
      certificate: headersDistinct['client-cert'] ?? [],
      chain: headersDistinct['client-cert-chain'] ?? [],
    });
    return { ...this.#addressesOf(headersDistinct), certificate };
  }

  /** Compares digests. Comparing the texts would reveal their length and how many characters are right. */
  #isSecret(given: string): boolean {
    const digest = digestOf(given);
    // All secrets are compared, so that the time does not reveal which one matched.
    return this.#secrets.filter((secret) => timingSafeEqual(secret, digest)).length > 0;
  }

  #addressesOf(headers: IncomingMessage['headersDistinct']): Omit<ForwardedCaller, 'certificate'> {
    const value = headers[this.#addressHeader]?.join(', ') ?? '';
    if (this.#addressHeader === 'forwarded') {
      const address = lastForwarded(value);
      if (address === undefined) throw new BadHeaderError('Forwarded');
      // The proxy has forwarded X-Forwarded-For unchanged.
      return { remoteAddress: address, forwardedFor: address };
    }
    const address = lastForwardedFor(value);
    if (address === undefined) throw new BadHeaderError('X-Forwarded-For');
    return { remoteAddress: address, forwardedFor: value };
  }
}

/** Returns true for a text that is long enough for a secret and can stand in a header. */
export function isProxySecret(text: string): boolean {
  return /^[A-Za-z0-9._~+/=-]{32,256}$/.test(text);
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** In lower case. */
const PROXY_SECRET_HEADER = 'sealwright-proxy-secret';
export const MAX_PROXY_SECRETS = 2;
