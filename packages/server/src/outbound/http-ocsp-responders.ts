import {
  assembleOcspRequest,
  type BasicOcspResponse,
  checkOcspResponse,
  encodeTbsOcspRequest,
  issuerOf,
  makeExtension,
  ocspCertificateId,
  type OcspCertificateId,
  ocspNonce,
  type OcspQuestion,
  parseOcspResponse,
  readable,
} from '@sealwright/pki';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { OcspAnswer, OcspResponders } from '../modules/signing/index.ts';
import type { OutboundHttp } from './outbound-http.ts';

/**
 * Responders over HTTP (RFC 6960 appendix A) in the hosts that the operator names. An answer that was relied on is kept until its nextUpdate, some minutes at
 * most, as CRLs are; one without a nextUpdate, one of a certificate that the responder does not know, one on which the first caller does not rely, and the lack of
 * an answer, for seconds. Each caller checks it against its own question, since callers trust different responders.
 */
export class HttpOcspResponders implements OcspResponders {
  readonly #http: OutboundHttp;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #kept = new Map<string, Kept>();

  constructor(http: OutboundHttp, clock: Clock, random: Random) {
    this.#http = http;
    this.#clock = clock;
    this.#random = random;
  }

  async ask(urls: readonly string[], question: OcspQuestion): Promise<OcspAnswer | undefined> {
    const allowed = this.#http.allowed(urls, 'certificate');
    if (allowed.length === 0) return undefined;
    const id = certificateIdOf(question);
    for (const url of allowed) {
      const answer = await this.#keptOrFetched(url, id, question);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  /** Others who ask meanwhile wait for the same answer, and judge it by themselves. */
  async #keptOrFetched(url: string, id: OcspCertificateId, question: OcspQuestion): Promise<OcspAnswer | undefined> {
    const key = `${url} ${id.der.toHex()}`;
    const now = nowSeconds(this.#clock);
    const known = this.#kept.get(key);
    if (known !== undefined && isKept(known, now)) {
      const reply = await known.reply;
      return reply && judged(reply, question);
    }
    const asking: Kept = { reply: this.#fetchReply(url, id, question), until: Infinity };
    this.#kept.delete(key);
    this.#kept.set(key, asking);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest!);
    try {
      const reply = await asking.reply;
      const answer = reply && judged(reply, question);
      asking.until = keptUntil(answer, nowSeconds(this.#clock));
      return answer;
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
  }

  /** A reply that somebody may rely on; its nonce is right, if it has one: nobody can tell later. */
  async #fetchReply(url: string, id: OcspCertificateId, question: OcspQuestion): Promise<Reply | undefined> {
    const nonce = this.#random.bytes(NONCE_OCTETS);
    const tbs = encodeTbsOcspRequest({
      queries: [{ certificateId: id }],
      extensions: [makeExtension(ocspNonce, nonce, false)],
    });
    const headers = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' };
    const body = assembleOcspRequest(tbs);
    const answer = await this.#http.request(url, { source: 'certificate', body, headers, maxOctets: MAX_OCTETS });
    const reply = answer.outcome === 'answered' ? readReply(answer.body) : undefined;
    if (reply === undefined) return undefined;
    const verdict = checkOcspResponse(reply.basic, { ...question, nonce });
    return verdict.status === 'answered' || verdict.fault === 'responder' ? reply : undefined;
  }
}

interface Reply {
  readonly der: Uint8Array;
  readonly basic: BasicOcspResponse;
}

interface Kept {
  /** Undefined when there was none that anybody could rely on. */
  readonly reply: Promise<Reply | undefined>;
  /** Seconds since 1970-01-01T00:00:00Z. */
  until: number;
}

function certificateIdOf({ path, at }: OcspQuestion): OcspCertificateId {
  return ocspCertificateId(path.certificates[at]!, issuerOf(path, at).publicKey);
}

/** Undefined for one that has no answer, or is not one. */
function readReply(der: Uint8Array): Reply | undefined {
  const response = readable(() => parseOcspResponse(der));
  return response?.status === 'successful' ? { der, basic: response.basic } : undefined;
}

function judged({ der, basic }: Reply, question: OcspQuestion): OcspAnswer | undefined {
  const verdict = checkOcspResponse(basic, question);
  return verdict.status === 'answered' ? { der, response: verdict.response, responder: verdict.responder } : undefined;
}

/** A clock that was set back makes no answer last longer. */
function isKept({ until }: Kept, now: number): boolean {
  return until === Infinity || (now < until && until <= now + MAX_SECONDS);
}

/** In seconds since 1970-01-01T00:00:00Z, as `now`, when the answer came. */
function keptUntil(answer: OcspAnswer | undefined, now: number): number {
  const { certificateStatus, nextUpdate } = answer?.response ?? {};
  // A responder that names no time for the next answer may have it at any time, and a certificate that is not known may just have been issued.
  if (nextUpdate === undefined || certificateStatus?.status === 'unknown') return now + SHORT_SECONDS;
  return Math.min(Math.max(nextUpdate, now + SHORT_SECONDS), now + MAX_SECONDS);
}

/** RFC 9654 §2.1. */
const NONCE_OCTETS = 32;
/** Signatures and certificates of SLH-DSA are large. */
const MAX_OCTETS = 128 * 1024;
const MAX_KEPT = 256;
/** A certificate may be revoked before the nextUpdate of an answer that calls it good. */
const MAX_SECONDS = 300;
const SHORT_SECONDS = 10;
