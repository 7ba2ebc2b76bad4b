/** The OCSP use case: answers an encoded request with an encoded response (RFC 6960, RFC 9654). */
import {
  encodeOcspResponse,
  ocspNonce,
  OcspError,
  type OcspRefusal,
  OcspRequest,
  oid,
  PkiError,
  type ReadOcspQuery,
  serialNumberFromBytes,
} from '@sealwright/pki';
import { requireUncontradictedClock } from '../../kernel/clock-belief.ts';
import { nowSeconds } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../access/index.ts';
import type { CertificateStatusRecord, CertificateStore } from '../ca/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { OcspRequestTooLargeError } from './errors.ts';
import type { OcspIssuer, OcspIssuers } from './ocsp-issuers.ts';
import type { OcspSigners } from './ocsp-signers.ts';
import type { AskedCertificate, SignedAnswer, SignOcsp } from './sign-ocsp.ts';

/** An encoded response. */
export type OcspAnswer =
  | { readonly kind: 'signed'; readonly response: SignedAnswer; readonly cacheable: boolean }
  | { readonly kind: 'refused'; readonly status: OcspRefusal; readonly der: Uint8Array };

export interface AnswerOcspDeps extends Pick<UseCaseDeps, 'clock' | 'clockBelief'> {
  readonly certificates: Pick<CertificateStore, 'findStatusAndEpoch'>;
  readonly configuration: Pick<Configuration, 'epoch' | 'refresh'>;
  readonly issuers: OcspIssuers;
  readonly signers: OcspSigners;
  readonly sign: SignOcsp;
  /** Receives why a request could not be answered. */
  readonly onFailed: (error: unknown) => void;
  /** Starts making missing responders. */
  readonly wakeRenewal: () => void;
}

export class AnswerOcsp extends WithDeps<AnswerOcspDeps> {
  /** When the renewal was last woken for a CA. */
  readonly #wokenMs = new Map<number, number>();

  /**
   * Answers a request with the status of each certificate in the database at one moment after the request arrived, under the configuration of the
   * same moment. This holds on every process.
   *
   * @param octets - the request in DER
   * @param caId - the only CA to answer for; undefined for the one that the request names
   * @throws {@link OcspRequestTooLargeError}
   */
  async answer(octets: Uint8Array, caId?: number): Promise<OcspAnswer> {
    try {
      const read = readRequest(octets);
      if (read === undefined) return refused('malformedRequest');
      return await this.#answer(read, caId);
    } catch (error) {
      if (error instanceof OcspRequestTooLargeError) throw error;
      if (error instanceof AppError && error.kind === 'unavailable') return refused('tryLater');
      this.deps.onFailed(error);
      return refused('internalError');
    }
  }

  async #answer({ queries, nonce }: AskedStatuses, caId: number | undefined): Promise<OcspAnswer> {
    const { clock, clockBelief, configuration, issuers, signers, sign } = this.deps;
    requireUncontradictedClock(clockBelief);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const { epoch } = configuration;
      if (!issuers.isCurrent) await issuers.keepUp();
      const issuer = this.#issuerOf(queries);
      if (configuration.epoch !== epoch) continue;
      if (issuer === undefined || (caId !== undefined && issuer.caId !== caId)) {
        // Another process may have made the CA a moment ago.
        if (await configuration.refresh()) continue;
        return refused('unauthorized');
      }
      const known = signers.find(issuer);
      const signer = known instanceof Promise ? await known : known;
      if (configuration.epoch !== epoch) continue;
      const found =
        queries.length === 1
          ? [await this.#read(issuer, queries[0]!)]
          : await Promise.all(queries.map((query) => this.#read(issuer, query)));
      if (found.some((one) => one.epoch !== epoch)) {
        await configuration.refresh();
        continue;
      }
      const now = nowSeconds(clock);
      if (signer === 'none' || issuer.generation.notAfter < now) return refused('unauthorized');
      // Later revocations are unknown.
      if (signer === 'no-crl' || (signer !== 'missing' && signer.crl !== undefined && signer.crl.nextUpdate < now))
        return refused('tryLater');
      if (signer === 'missing' || signer.notAfter < now || signer.notBefore > now) {
        this.#wakeRenewalFor(issuer.caId);
        return refused('tryLater');
      }
      const asked = queries.map((query, at) => askedCertificate(issuer, query, found[at]!.record));
      return {
        kind: 'signed',
        response: await sign.sign(signer, asked, nonce, { now, epoch }),
        cacheable: nonce === undefined,
      };
    }
    return refused('tryLater');
  }

  /** Wakes the renewal at most once a minute for each CA, since anybody can send requests. */
  #wakeRenewalFor(caId: number): void {
    const { clock, wakeRenewal } = this.deps;
    const nowMs = clock.nowMs();
    const wokenMs = this.#wokenMs.get(caId);
    if (wokenMs !== undefined && Math.abs(nowMs - wokenMs) < WAKE_PAUSE_MS) return;
    this.#wokenMs.set(caId, nowMs);
    wakeRenewal();
  }

  /** Finds the CA key that issued all of the certificates; undefined if they have different issuers, or the issuer is unknown here. */
  #issuerOf([first, ...others]: readonly ReadOcspQuery[]): OcspIssuer | undefined {
    const { issuers } = this.deps;
    const issuer = issuers.find(first!.certificateId);
    return others.every(({ certificateId }) => issuers.find(certificateId) === issuer) ? issuer : undefined;
  }

  #read({ caId }: OcspIssuer, { certificateId }: ReadOcspQuery): ReturnType<CertificateStore['findStatusAndEpoch']> {
    return this.deps.certificates.findStatusAndEpoch(caId, serialNumberFromBytes(certificateId.serialNumber));
  }
}

function askedCertificate(
  { otherCertificateSha1s }: OcspIssuer,
  { certificateId }: ReadOcspQuery,
  record: CertificateStatusRecord | undefined,
): AskedCertificate {
  const isOfOtherKey =
    record !== undefined && otherCertificateSha1s.size > 0 && otherCertificateSha1s.has(record.caSha1.toHex());
  return { certificateId, record: isOfOtherKey ? undefined : record };
}

/** The parsed contents of a request. */
interface AskedStatuses {
  /** Each certificate once. */
  readonly queries: readonly ReadOcspQuery[];
  readonly nonce: Uint8Array | undefined;
}

/** Parses a request; undefined when it is malformed. Its signature is ignored: requesters need no authorization. */
function readRequest(octets: Uint8Array): AskedStatuses | undefined {
  try {
    const request = OcspRequest.parse(octets);
    const extensions = [...request.extensions, ...request.queries.flatMap((query) => query.extensions)];
    if (extensions.some(({ critical, oid: type }) => critical && !UNDERSTOOD.has(type))) return undefined;
    // No answer may contain an invalid serial number: lint refuses it.
    if (request.queries.some(({ certificateId }) => !isSerialNumber(certificateId.serialNumber))) return undefined;
    const nonce = request.extension(ocspNonce);
    return { queries: eachOnce(request.queries), nonce };
  } catch (error) {
    if (error instanceof OcspError && error.code === 'ocsp.too_large')
      throw new OcspRequestTooLargeError({ cause: error });
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function eachOnce(queries: readonly ReadOcspQuery[]): readonly ReadOcspQuery[] {
  if (queries.length === 1) return queries;
  return [...new Map(queries.map((query) => [query.certificateId.der.toHex(), query])).values()];
}

/** Tells whether the content octets of an INTEGER are a valid serial number (RFC 5280 §4.1.2.2). */
function isSerialNumber(content: Uint8Array): boolean {
  const isPositive = content[0]! < 0x80 && content.some((octet) => octet !== 0);
  return isPositive && content.length <= MAX_SERIAL_OCTETS;
}

function refused(status: OcspRefusal): OcspAnswer {
  return { kind: 'refused', status, der: encodeOcspResponse({ status }) };
}

/** The supported request extensions, and those that need no support, because all answers here satisfy them: nonce, response types, service locator. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  ocspNonce.oid,
  oid('1.3.6.1.5.5.7.48.1.4'),
  oid('1.3.6.1.5.5.7.48.1.7'),
]);
const MAX_SERIAL_OCTETS = 20;
const MAX_ATTEMPTS = 5;
const WAKE_PAUSE_MS = 60_000;
