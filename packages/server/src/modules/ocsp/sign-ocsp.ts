/** Signing of answers, and reuse of signed answers until a status in them changes. */
import { hash } from 'node:crypto';
import {
  archiveCutoff,
  assembleBasicOcspResponse,
  compareBytes,
  encodeOcspResponse,
  encodeOcspResponseData,
  extendedRevoke,
  hashAlgorithmByName,
  makeExtension,
  type OcspCertificateId,
  type OcspCertificateStatus,
  ocspNonce,
  serialNumberFromBytes,
  type SingleResponse,
} from '@sealwright/pki';
import { WithDeps } from '../../kernel/with-deps.ts';
import { CERTIFICATE_STATUS, type CaSigner, type CertificateStatusRecord, type Linter } from '../ca/index.ts';
import type { OcspSigner } from './ocsp-signers.ts';
import type { PreparedAnswer, PreparedAnswerStore } from './prepared-answer.ts';

/** A requested certificate with its status record; undefined for one that was never issued under the key. */
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
  /** Time from now for which caches may store it. */
  readonly maxAgeSeconds: number;
  /** A strong entity tag; empty for an answer with a nonce, which is not cached. */
  readonly tag: string;
}

export interface SignOcspDeps {
  readonly linter: Linter;
  readonly prepared: Pick<PreparedAnswerStore, 'find'>;
  readonly signer: CaSigner;
}

/** The octets of an answer and the signature over them. Times are seconds since 1970. */
export type SignedOctets = Pick<PreparedAnswer, 'producedAt' | 'thisUpdate' | 'nextUpdate' | 'tbs' | 'signature'>;

/** The moment of an answer. */
export interface AnswerMoment {
  readonly now: number;
  readonly epoch: number;
}

export class SignOcsp extends WithDeps<SignOcspDeps> {
  /** Recent answers without a nonce, by signer and certificates, least recently used first. */
  readonly #kept = new Map<string, KeptAnswer>();
  #keptOctets = 0;

  /**
   * Signs an answer with the status of each certificate in `asked`.
   *
   * An answer without a nonce is reused for the same certificates as long as caches may store one and neither the configuration nor a status has
   * changed: both were read for this request. Where answers are prepared, the prepared one is given while it is fresh and the certificate has not
   * changed.
   *
   * @throws {LintRefusedError}, {CryptoTokenOfflineError}
   */
  sign(
    signer: OcspSigner,
    asked: readonly AskedCertificate[],
    nonce: Uint8Array | undefined,
    moment: AnswerMoment,
  ): Promise<SignedAnswer> {
    return nonce === undefined ? this.#findOrMake(signer, asked, moment) : this.#make(signer, asked, nonce, moment.now);
  }

  /** Signs an answer about one certificate that is to be given to later requests. */
  prepare(signer: OcspSigner, asked: AskedCertificate, now: number): Promise<SignedOctets> {
    return this.#sign(signer, [asked], undefined, now);
  }

  async #findOrMake(
    signer: OcspSigner,
    asked: readonly AskedCertificate[],
    { now, epoch }: AnswerMoment,
  ): Promise<SignedAnswer> {
    const prepared = await this.#findPrepared(signer, asked, now);
    if (prepared !== undefined) return tagged(assemble(signer, prepared, now));
    const name = `${signer.name} ${asked.map(({ certificateId }) => certificateId.der.toHex()).join()}`;
    const says = `${epoch} ${asked.map((one) => stateOf(one, signer, now)).join()}`;
    const kept = this.#kept.get(name);
    const { maxAgeSeconds } = signer.settings;
    if (kept?.says === says && isFresh(kept.answer, signer, now) && now < kept.answer.producedAt + maxAgeSeconds) {
      // Moves the answer to the end: the least recently used one is evicted first.
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      const left = kept.answer.nextUpdate - now;
      return { ...kept.answer, maxAgeSeconds: Math.min(maxAgeSeconds, left) };
    }
    const answer = await this.#make(signer, asked, undefined, now);
    this.#keep(name, { says, answer });
    return answer;
  }

  async #findPrepared(
    signer: OcspSigner,
    asked: readonly AskedCertificate[],
    now: number,
  ): Promise<PreparedAnswer | undefined> {
    const { caId, preparedSha256 } = signer;
    const [first] = asked;
    if (preparedSha256 === undefined || asked.length !== 1 || first?.record === undefined) return undefined;
    // Since the answer was signed, the certificate may have been over for as long as answers are given.
    if (isForgotten(first, signer, now)) return undefined;
    const { certificateId, record } = first;
    const hashBits = PREPARED_HASHES.find((one) => one.oid === certificateId.hashAlgorithm.oid)?.bits;
    if (hashBits === undefined) return undefined;
    const serialNumber = serialNumberFromBytes(certificateId.serialNumber);
    const found = await this.deps.prepared.find({ caId, serialNumber, hashBits });
    const isRight =
      found?.certificateVersion === record.version &&
      compareBytes(found.signerSha256, preparedSha256) === 0 &&
      // The identifier is repeated as the request has it, and its algorithm may be written in two ways.
      Buffer.from(found.tbs).includes(certificateId.der);
    if (!isRight || !isFresh(found, signer, now)) return undefined;
    // Once the crypto token is closed, nothing is given out that its key has signed.
    await this.deps.signer.generation(signer.key);
    return found;
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
    const answer = assemble(signer, await this.#sign(signer, asked, nonce, now), now);
    return nonce === undefined ? tagged(answer) : answer;
  }

  async #sign(
    signer: OcspSigner,
    asked: readonly AskedCertificate[],
    nonce: Uint8Array | undefined,
    now: number,
  ): Promise<SignedOctets> {
    const { linter, signer: keys } = this.deps;
    const { settings, responderId, algorithm, requirements } = signer;
    // The validity includes both ends (RFC 5280 §4.1.2.5), also that of an answer under the Baseline Requirements.
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
    // An answer shortened by the end of its signer or CRL is better than none, whatever minimum length the requirements demand.
    const isCut = signer.crl !== undefined || nextUpdate < now + settings.lifetimeSeconds - 1;
    const held = isCut ? [] : requirements;
    const { bytes: tbs } = await linter.lint({ kind: 'OCSP response', bytes, shape, requirements: held });
    const signature = await keys.sign(signer.key, algorithm, tbs);
    return { producedAt: now, thisUpdate, nextUpdate, tbs, signature };
  }
}

/** Puts an answer together, without an entity tag. */
function assemble(
  { algorithm, certificates, settings }: OcspSigner,
  { producedAt, thisUpdate, nextUpdate, tbs, signature }: SignedOctets,
  now: number,
): SignedAnswer {
  const basic = assembleBasicOcspResponse(tbs, algorithm, signature, certificates);
  const der = encodeOcspResponse({ status: 'successful', basic });
  return {
    der,
    producedAt,
    thisUpdate,
    nextUpdate,
    maxAgeSeconds: Math.min(settings.maxAgeSeconds, nextUpdate - now),
    tag: '',
  };
}

function tagged(answer: SignedAnswer): SignedAnswer {
  return { ...answer, tag: hash('sha256', answer.der).slice(0, 32) };
}

/** Tells whether an earlier answer is still given out: see {@link freshUntil}. It is not while the clock is set back to before it. */
function isFresh(answer: AnswerTimes, { requirements }: OcspSigner, now: number): boolean {
  return answer.producedAt <= now && now < freshUntil(answer, requirements);
}

/**
 * Returns the time (seconds since 1970) from which an answer is given out no more, and another one takes its place: when half of its validity is over.
 *
 * The Baseline Requirements for TLS (§4.9.10) want another one by then where the validity is less than 16 hours, and where it is longer 8 hours before
 * its end, and no later than 4 days after its beginning.
 */
export function freshUntil({ producedAt, nextUpdate }: AnswerTimes, requirements: OcspSigner['requirements']): number {
  // Both ends count, so the end is rounded down: half of 12 hours is 6 hours less one second.
  const half = producedAt + Math.floor((nextUpdate - producedAt) / 2);
  if (!requirements.includes('TLS')) return half;
  const isLong = nextUpdate - producedAt + 1 >= 16 * 3600;
  return Math.min(half, producedAt + 4 * 86_400, isLong ? nextUpdate - 8 * 3600 : half);
}

type AnswerTimes = Pick<SignedOctets, 'producedAt' | 'nextUpdate'>;

interface KeptAnswer {
  /** Epoch and statuses. */
  readonly says: string;
  readonly answer: SignedAnswer;
}

function octetsOf(name: string, { answer }: KeptAnswer): number {
  return name.length + answer.der.length + OVERHEAD_OCTETS;
}

/** Returns what a kept answer depends on, except for the configuration. */
function stateOf(asked: AskedCertificate, signer: OcspSigner, now: number): string {
  const { record } = asked;
  if (record === undefined) return '-';
  return isForgotten(asked, signer, now) ? 'forgotten' : `${record.status}.${record.version}`;
}

/** Tells whether a certificate expired before the archive cutoff. */
function isForgotten({ record }: AskedCertificate, signer: OcspSigner, now: number): boolean {
  const cutoff = cutoffOf(signer, now);
  return cutoff !== undefined && record !== undefined && record.notAfter < cutoff;
}

function cutoffOf({ settings: { archiveSeconds } }: OcspSigner, now: number): number | undefined {
  return archiveSeconds === undefined ? undefined : Math.max(0, startOfDay(now - archiveSeconds));
}

function singleResponse(
  asked: AskedCertificate,
  signer: OcspSigner,
  { now, thisUpdate, nextUpdate }: { readonly now: number; readonly thisUpdate: number; readonly nextUpdate: number },
): SingleResponse {
  const { certificateId, record } = asked;
  const { neverIssued } = signer.settings;
  const cutoff = cutoffOf(signer, now);
  return {
    certificateId,
    certificateStatus: isForgotten(asked, signer, now)
      ? UNKNOWN
      : signer.crl !== undefined && record === undefined
        ? NOT_ON_CRL
        : statusOf(record, neverIssued, now),
    thisUpdate,
    nextUpdate,
    extensions: cutoff === undefined ? [] : [makeExtension(archiveCutoff, cutoff, false)],
  };
}

/** Returns the start of the day, so that all answers of a day have the same extension. */
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

/** Returns a key for the form of a response; lint needs to check only one response of each form: see `OcspTemplate`. */
function shapeOf({ certificateId, certificateStatus: status, extensions = [] }: SingleResponse): string {
  const reason = status.status === 'revoked' ? `${status.reason ?? ''}${status.revokedAt === 0 ? 0 : ''}` : '';
  return `${certificateId.hashAlgorithm.der.toHex()} ${status.status} ${reason} ${extensions.length}`;
}

/** The hashes by which relying parties name certificates (RFC 5019 §2.1.1), and for which answers are prepared. */
export const PREPARED_HASHES = [
  { ...hashAlgorithmByName('SHA-1'), bits: 160 },
  { ...hashAlgorithmByName('SHA-256'), bits: 256 },
] as const;
const UNKNOWN = { status: 'unknown' } as const;
/** Status of a certificate that is not on the CRL. "Good" states at least that no certificate with that number is revoked (RFC 6960 §2.2). */
const NOT_ON_CRL = { status: 'good' } as const;
const MAX_KEPT_OCTETS = 16 * 1024 * 1024;
/** Approximate memory of an answer in addition to its octets and its name. */
const OVERHEAD_OCTETS = 500;
