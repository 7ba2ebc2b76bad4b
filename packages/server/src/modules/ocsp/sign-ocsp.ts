/** Makes and signs answers, and gives one out again while nothing has changed that it says. */
import { hash } from 'node:crypto';
import {
  archiveCutoff,
  assembleBasicOcspResponse,
  encodeOcspResponse,
  encodeOcspResponseData,
  extendedRevoke,
  makeExtension,
  type OcspCertificateId,
  type OcspCertificateStatus,
  ocspNonce,
  type SingleResponse,
} from '@sealwright/pki';
import { CERTIFICATE_STATUS, type CaSigner, type CertificateStatusRecord, type Linter } from '../ca/index.ts';
import type { OcspSigner } from './ocsp-signers.ts';

/** A certificate that is asked about, and what is known of it; nothing of one that was never issued under the key. */
export interface AskedCertificate {
  readonly certificateId: OcspCertificateId;
  readonly record: CertificateStatusRecord | undefined;
}

/** A signed response. Times are seconds since 1970. */
export interface SignedAnswer {
  readonly der: Uint8Array;
  readonly producedAt: number;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** Time from now for which caches may keep it. */
  readonly maxAgeSeconds: number;
  /** A strong entity tag; empty for an answer with a nonce, which no cache keeps. */
  readonly tag: string;
}

export interface SignOcspDeps {
  readonly linter: Linter;
  readonly signer: CaSigner;
}

/** The moment of an answer. */
export interface AnswerMoment {
  readonly now: number;
  readonly epoch: number;
}

export class SignOcsp {
  readonly #deps: SignOcspDeps;
  /** The last answers without a nonce, by signer and certificates, the one first that was not asked for the longest. */
  readonly #kept = new Map<string, KeptAnswer>();
  #keptOctets = 0;

  constructor(deps: SignOcspDeps) {
    this.#deps = deps;
  }

  /**
   * Signs what `asked` says.
   *
   * An answer without a nonce is given out again for as long as caches may keep one, to all who ask for the same certificates, while the configuration and the
   * status of each is what it was: both were read for this request.
   *
   * @throws {LintRefusedError}, {CryptoTokenOfflineError}
   */
  async sign(
    signer: OcspSigner,
    asked: readonly AskedCertificate[],
    nonce: Uint8Array | undefined,
    { now, epoch }: AnswerMoment,
  ): Promise<SignedAnswer> {
    if (nonce !== undefined) return this.#make(signer, asked, nonce, now);
    const name = `${signer.name} ${asked.map(({ certificateId }) => certificateId.der.toHex()).join()}`;
    const says = `${epoch} ${asked.map(({ record }) => (record === undefined ? '-' : `${record.status}.${record.version}`)).join()}`;
    const kept = this.#kept.get(name);
    const { maxAgeSeconds } = signer.settings;
    if (kept?.says === says && now >= kept.answer.producedAt && now < keptUntil(kept.answer, maxAgeSeconds)) {
      // The last that was asked for is the last to go.
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      const left = kept.answer.nextUpdate - now;
      return { ...kept.answer, maxAgeSeconds: Math.min(maxAgeSeconds, left) };
    }
    const answer = await this.#make(signer, asked, undefined, now);
    this.#keep(name, { says, answer });
    return answer;
  }

  #keep(name: string, kept: KeptAnswer): void {
    this.#drop(name);
    while (this.#kept.size > 0 && this.#keptOctets > MAX_KEPT_OCTETS) this.#drop(this.#kept.keys().next().value!);
    this.#kept.set(name, kept);
    this.#keptOctets += octetsOf(name, kept);
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name);
    if (kept === undefined) return;
    this.#kept.delete(name);
    this.#keptOctets -= octetsOf(name, kept);
  }

  async #make(
    signer: OcspSigner,
    asked: readonly AskedCertificate[],
    nonce: Uint8Array | undefined,
    now: number,
  ): Promise<SignedAnswer> {
    const { linter, signer: keys } = this.#deps;
    const { settings, responderId, algorithm, certificates, requirements } = signer;
    // Both ends count (RFC 5280 §4.1.2.5), and so they do in the validity of an answer under the Baseline Requirements.
    const nextUpdate = Math.min(
      now + settings.lifetimeSeconds - 1,
      signer.notAfter,
      signer.crl?.nextUpdate ?? Infinity,
    );
    const thisUpdate = Math.min(now, signer.crl?.thisUpdate ?? now);
    const responses = asked.map((one) => singleResponse(one, signer, { now, thisUpdate, nextUpdate }));
    const isExtended = settings.neverIssued === 'revoked';
    const extensions = [
      ...(nonce === undefined ? [] : [makeExtension(ocspNonce, nonce, false)]),
      ...(isExtended ? [makeExtension(extendedRevoke, true, false)] : []),
    ];
    const bytes = encodeOcspResponseData({ responderId, producedAt: now, responses, extensions });
    const shape = `${signer.name} ${nonce?.length ?? 0} ${responses.map(shapeOf).join()}`;
    // An answer that the end of its signer, or of a CRL, cuts short is better than none, whatever the requirements say of its length.
    const isCut = signer.crl !== undefined || nextUpdate < now + settings.lifetimeSeconds - 1;
    const held = isCut ? [] : requirements;
    const { bytes: tbs } = await linter.lint({ kind: 'OCSP response', bytes, shape, requirements: held });
    const signature = await keys.sign(signer.key, algorithm, tbs);
    const basic = assembleBasicOcspResponse(tbs, algorithm, signature, certificates);
    const der = encodeOcspResponse({ status: 'successful', basic });
    return {
      der,
      producedAt: now,
      thisUpdate,
      nextUpdate,
      maxAgeSeconds: Math.min(settings.maxAgeSeconds, nextUpdate - now),
      tag: nonce === undefined ? hash('sha256', der).slice(0, 32) : '',
    };
  }
}

interface KeptAnswer {
  /** Epoch and statuses. */
  readonly says: string;
  readonly answer: SignedAnswer;
}

/** Returns when an answer is no longer given out again: half of its time is left at least. */
function keptUntil({ producedAt, nextUpdate }: SignedAnswer, maxAgeSeconds: number): number {
  return producedAt + Math.min(maxAgeSeconds, (nextUpdate - producedAt) / 2);
}

function octetsOf(name: string, { answer }: KeptAnswer): number {
  return name.length + answer.der.length + OVERHEAD_OCTETS;
}

function singleResponse(
  { certificateId, record }: AskedCertificate,
  { settings: { archiveSeconds, neverIssued }, crl }: OcspSigner,
  { now, thisUpdate, nextUpdate }: { readonly now: number; readonly thisUpdate: number; readonly nextUpdate: number },
): SingleResponse {
  const cutoff = archiveSeconds === undefined ? undefined : Math.max(0, startOfDay(now - archiveSeconds));
  const isForgotten = cutoff !== undefined && record !== undefined && record.notAfter < cutoff;
  return {
    certificateId,
    certificateStatus: isForgotten
      ? UNKNOWN
      : crl !== undefined && record === undefined
        ? NOT_ON_CRL
        : statusOf(record, neverIssued, now),
    thisUpdate,
    nextUpdate,
    extensions: cutoff === undefined ? [] : [makeExtension(archiveCutoff, cutoff, false)],
  };
}

/** Whole days, so that answers of a day have the same extension. */
function startOfDay(seconds: number): number {
  return seconds - (seconds % 86_400);
}

function statusOf(
  record: CertificateStatusRecord | undefined,
  neverIssued: 'unknown' | 'revoked',
  now: number,
): OcspCertificateStatus {
  // RFC 6960 §2.2.
  if (record === undefined)
    return neverIssued === 'unknown' ? UNKNOWN : { status: 'revoked', revokedAt: 0, reason: 'CERTIFICATE_HOLD' };
  const { status, reason, revokedAt } = record;
  if (status !== CERTIFICATE_STATUS.revoked && status !== CERTIFICATE_STATUS.archived) return { status: 'good' };
  return {
    status: 'revoked',
    // The clock of another process may be ahead of this one's.
    revokedAt: Math.min(revokedAt ?? now, now),
    reason: reason === 'UNSPECIFIED' || reason === 'NOT_REVOKED' ? undefined : reason,
  };
}

/** Names the form of a response, of which lint needs to see one: see `OcspTemplate`. */
function shapeOf({ certificateId, certificateStatus: status, extensions = [] }: SingleResponse): string {
  const reason = status.status === 'revoked' ? `${status.reason ?? ''}${status.revokedAt === 0 ? 0 : ''}` : '';
  return `${certificateId.hashAlgorithm.der.toHex()} ${status.status} ${reason} ${extensions.length}`;
}

const UNKNOWN = { status: 'unknown' } as const;
/** RFC 6960 §2.2: good says at least that no certificate with that number is revoked. */
const NOT_ON_CRL = { status: 'good' } as const;
const MAX_KEPT_OCTETS = 16 * 1024 * 1024;
/** Memory of an answer beside its octets and its name, about. */
const OVERHEAD_OCTETS = 500;
