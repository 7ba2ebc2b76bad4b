import { Crl, parsePem, PkiError } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import type { ForeignCrls } from '../modules/signing/index.ts';
import type { OutboundHttp } from './outbound-http.ts';

/**
 * CRLs over HTTP from the hosts that the operator names. Each is kept for some minutes, and so is that there was none, for seconds.
 */
export class HttpCrls implements ForeignCrls {
  readonly #http: OutboundHttp;
  readonly #clock: Clock;
  readonly #maxOctets: number;
  readonly #kept = new Map<string, Kept>();

  constructor(http: OutboundHttp, clock: Clock, { maxOctets = 2 * 1024 * 1024 } = {}) {
    this.#http = http;
    this.#clock = clock;
    this.#maxOctets = maxOctets;
  }

  async fetch(urls: readonly string[]): Promise<readonly Crl[]> {
    const found = await Promise.all(this.#http.allowed(urls, 'certificate').map((url) => this.#keptOrFetched(url)));
    return found.filter((crl) => crl !== undefined);
  }

  async #keptOrFetched(url: string): Promise<Crl | undefined> {
    const now = nowSeconds(this.#clock);
    const known = this.#kept.get(url);
    if (known !== undefined && now < known.until) return known.crl;
    const fetching: Kept = { crl: this.#fetchOne(url), until: now + KEPT_SECONDS };
    this.#kept.delete(url);
    this.#kept.set(url, fetching);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest!);
    const crl = await fetching.crl;
    // From its end: a host that does not answer takes as long as that.
    if (crl === undefined) fetching.until = nowSeconds(this.#clock) + FAILURE_SECONDS;
    return crl;
  }

  async #fetchOne(url: string): Promise<Crl | undefined> {
    const answer = await this.#http.request(url, { source: 'certificate', maxOctets: this.#maxOctets });
    try {
      return answer.outcome === 'answered' ? Crl.parse(derOf(answer.body)) : undefined;
    } catch (error) {
      if (error instanceof PkiError) return undefined;
      throw error;
    }
  }
}

interface Kept {
  readonly crl: Promise<Crl | undefined>;
  /** Seconds since 1970-01-01T00:00:00Z. */
  until: number;
}

/** RFC 5280 §4.2.1.13 has DER; PEM is found in the wild. */
function derOf(octets: Uint8Array): Uint8Array {
  const text = octets[0] === 0x2d ? new TextDecoder('latin1').decode(octets) : '';
  return text === '' ? octets : (parsePem(text).find(({ label }) => label === 'X509 CRL')?.der ?? octets);
}

const MAX_KEPT = 16;
const KEPT_SECONDS = 300;
const FAILURE_SECONDS = 10;
