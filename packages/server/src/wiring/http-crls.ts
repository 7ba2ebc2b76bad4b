import { Crl, parsePem, PkiError } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import type { ForeignCrls } from '../modules/signing/index.ts';

/**
 * Fetches CRLs over HTTP from the hosts that the operator names, and from nowhere else: the URLs come from certificates. Redirects are not
 * followed. Each is kept for some minutes, and so is that there was none, for seconds.
 */
export class HttpCrls implements ForeignCrls {
  readonly #hosts: ReadonlySet<string>;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #maxOctets: number;
  readonly #kept = new Map<string, Kept>();

  /** @param hosts - as URLs name them */
  constructor(hosts: readonly string[], clock: Clock, { timeoutMs = 10_000, maxOctets = 2 * 1024 * 1024 } = {}) {
    this.#hosts = new Set(hosts);
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#maxOctets = maxOctets;
  }

  async fetch(urls: readonly string[]): Promise<readonly Crl[]> {
    const allowed = [...new Set(urls)].filter((url) => this.#isAllowed(url)).slice(0, MAX_URLS);
    const found = await Promise.all(allowed.map((url) => this.#keptOrFetched(url)));
    return found.filter((crl) => crl !== undefined);
  }

  #isAllowed(text: string): boolean {
    const url = URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '') return false;
    return (url.protocol === 'http:' || url.protocol === 'https:') && this.#hosts.has(url.host);
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
    try {
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const answer = await fetch(url, { redirect: 'manual', signal });
      const octets = answer.status === 200 ? await this.#bodyOf(answer) : undefined;
      if (octets === undefined) await answer.body?.cancel();
      return octets && Crl.parse(derOf(octets));
    } catch (error) {
      // Nobody answered, not in time, or not with a CRL: none of them is a fault of ours.
      if (error instanceof PkiError || error instanceof TypeError || error instanceof DOMException) return undefined;
      throw error;
    }
  }

  async #bodyOf({ body }: Response): Promise<Uint8Array | undefined> {
    const pieces: Uint8Array[] = [];
    let octets = 0;
    for await (const piece of body ?? []) {
      octets += piece.length;
      if (octets > this.#maxOctets) return undefined;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
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

/** Of one certificate. */
const MAX_URLS = 4;
const MAX_KEPT = 16;
const KEPT_SECONDS = 300;
const FAILURE_SECONDS = 10;
