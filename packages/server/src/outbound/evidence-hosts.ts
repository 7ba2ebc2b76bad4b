/** What a request is, beside its URL. */
interface EvidenceRequest {
  readonly maxOctets: number;
  /** Sent by POST when it is there. */
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * HTTP to the hosts where the operator lets evidence of revocation be fetched, and to nowhere else: the URLs come from certificates. Redirects are not
 * followed.
 */
export class EvidenceHosts {
  readonly #hosts: ReadonlySet<string>;
  readonly #timeoutMs: number;

  /** @param hosts - as URLs name them */
  constructor(hosts: readonly string[], timeoutMs: number) {
    this.#hosts = new Set(hosts);
    this.#timeoutMs = timeoutMs;
  }

  /** Those of `urls` in a host that is allowed, each once, and four at most. */
  allowed(urls: readonly string[]): readonly string[] {
    return [...new Set(urls)].filter((url) => this.#isAllowed(url)).slice(0, MAX_URLS);
  }

  /** The body of the answer of an allowed URL; undefined when nobody answered, not in time, with more octets, or with another status than 200. */
  async fetch(url: string, { maxOctets, body, headers = {} }: EvidenceRequest): Promise<Uint8Array | undefined> {
    const post = body === undefined ? {} : { method: 'POST', body: Buffer.from(body) };
    try {
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const answer = await fetch(url, { ...post, headers: { ...headers }, redirect: 'manual', signal });
      const octets = answer.status === 200 ? await bodyOf(answer, maxOctets) : undefined;
      if (octets === undefined) await answer.body?.cancel();
      return octets;
    } catch (error) {
      // None of them is a fault of ours.
      if (error instanceof TypeError || error instanceof DOMException) return undefined;
      throw error;
    }
  }

  #isAllowed(text: string): boolean {
    const url = URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '') return false;
    return (url.protocol === 'http:' || url.protocol === 'https:') && this.#hosts.has(url.host);
  }
}

async function bodyOf({ body }: Response, maxOctets: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let octets = 0;
  for await (const piece of body ?? []) {
    octets += piece.length;
    if (octets > maxOctets) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Of one certificate. */
const MAX_URLS = 4;
