/** Signing of answers ahead of the requests for them, for CAs whose settings say so. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  compareBytes,
  type OcspCertificateId,
  ocspCertificateId,
  type SerialNumber,
  serialNumberToBytes,
} from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import type { UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { every, type Task } from '../background/index.ts';
import { type CaSigner, type CaStateStore, storedUnaudited } from '../ca/index.ts';
import type { ExpectTokenState } from '../crypto-tokens/index.ts';
import type { OcspIssuer, OcspIssuers } from './ocsp-issuers.ts';
import type { OcspSigner, OcspSigners } from './ocsp-signers.ts';
import type {
  DeletePreparedAnswer,
  InsertPreparedAnswer,
  PreparableCertificate,
  PreparedAnswer,
  PreparedAnswerStore,
  ReplacePreparedAnswer,
} from './prepared-answer.ts';
import { freshUntil, PREPARED_HASHES, type SignOcsp } from './sign-ocsp.ts';

export interface PrepareOcspDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly issuers: OcspIssuers;
  /** Receives one error of a run for each CA: the first one that an answer met. The other answers and CAs follow. */
  readonly onFailed: (error: unknown) => void;
  readonly prepared: PreparedAnswerStore;
  readonly random: Random;
  readonly sign: SignOcsp;
  readonly signer: Pick<CaSigner, 'generation'>;
  readonly signers: OcspSigners;
  readonly states: Pick<CaStateStore, 'listVersions'>;
  readonly store: UnitOfWorkStore;
}

/**
 * Prepares answers about every certificate that has not ended: where there is none, where the certificate or the signer has changed since, and some
 * time before the present one is given out no more.
 *
 * A prepared answer names the version of the certificate's record, and counts for that version alone. So it falls in the very unit that revokes the
 * certificate, even if it is stored after that.
 */
export class PrepareOcsp {
  readonly #deps: PrepareOcspDeps;

  constructor(deps: PrepareOcspDeps) {
    this.#deps = deps;
  }

  get task(): Task {
    return {
      name: 'prepare-ocsp-answers',
      where: 'one-per-installation',
      schedule: every(RUN_SECONDS * 1000),
      needsBelievedClock: true,
      run: (signal) => this.#prepareAll(signal),
    };
  }

  async #prepareAll(signal: AbortSignal): Promise<void> {
    const { onFailed, states } = this.#deps;
    await this.#forgetEnded(signal);
    for (let after = Number.MIN_SAFE_INTEGER; !signal.aborted;) {
      const page = await states.listVersions(after, PAGE_SIZE);
      for (const { caId } of page) {
        const errors: unknown[] = [];
        try {
          await this.#prepareOfCa(caId, { signal, errors });
        } catch (error) {
          // A crypto token that is closed is no fault, and the next run comes.
          if (!isUnavailable(error)) errors.push(error);
        }
        if (errors.length > 0) onFailed(errors[0]);
        await nextTurn();
      }
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)!.caId;
    }
  }

  async #forgetEnded(signal: AbortSignal): Promise<void> {
    const { clock, prepared } = this.#deps;
    while (!signal.aborted) {
      const ended = await prepared.listEnded(nowSeconds(clock), PAGE_SIZE);
      const writes = ended.map((one): DeletePreparedAnswer => ({ op: 'ocsp-answer.delete', ...one }));
      if (writes.length === 0 || !(await storedUnaudited(writes, this.#deps))) return;
    }
  }

  async #prepareOfCa(caId: number, run: Run): Promise<void> {
    const { prepared } = this.#deps;
    let after: SerialNumber | undefined;
    while (!run.signal.aborted) {
      const signers = await this.#signersOf(caId);
      if (signers.length === 0) return;
      const page = await prepared.listCertificates(caId, after, PAGE_SIZE);
      const last = page.at(-1)?.serialNumber;
      if (last === undefined) return;
      const answers = await prepared.listBetween(caId, after, last);
      await this.#preparePage(signers, page, answers, run);
      if (page.length < PAGE_SIZE) return;
      after = last;
      await nextTurn();
    }
  }

  /** Finds the signers of a CA that prepare answers, each with the key that it answers for. */
  async #signersOf(caId: number): Promise<readonly Preparing[]> {
    const { clock, issuers, signers } = this.#deps;
    const now = nowSeconds(clock);
    const preparing: Preparing[] = [];
    for (const issuer of await issuers.listOfCa(caId)) {
      const signer = await signers.find(issuer);
      if (typeof signer === 'string' || signer.preparedSha256 === undefined) continue;
      if (signer.notAfter < now || signer.notBefore > now || issuer.generation.notAfter < now) continue;
      preparing.push({ issuer, signer, sha256: signer.preparedSha256 });
    }
    return preparing;
  }

  async #preparePage(
    signers: readonly Preparing[],
    page: readonly PreparableCertificate[],
    answers: readonly PreparedAnswer[],
    run: Run,
  ): Promise<void> {
    const now = nowSeconds(this.#deps.clock);
    const present = new Map(answers.map((answer) => [`${answer.serialNumber} ${answer.hashBits}`, answer]));
    const due: DueAnswer[] = [];
    for (const certificate of page) {
      const { record, serialNumber } = certificate;
      if (record.notAfter < now) continue;
      const sha1 = record.caSha1.toHex();
      const preparing = signers.find(({ issuer }) => issuer.generation.certificateSha1s.has(sha1));
      if (preparing === undefined) continue;
      for (const hash of PREPARED_HASHES) {
        const before = present.get(`${serialNumber} ${hash.bits}`);
        if (before === undefined || isDue(before, certificate, preparing, now))
          due.push({ certificate, preparing, hash, before });
      }
    }
    for (const preparing of signers)
      await this.#prepareDue(
        preparing,
        due.filter((one) => one.preparing === preparing),
        run,
      );
  }

  /** Prepares answers of one signer, some at a time. One that cannot be signed keeps none of the others from it. */
  async #prepareDue({ signer }: Preparing, due: DueAnswer[], { signal, errors }: Run): Promise<void> {
    const { cryptoTokenId: tokenId } = signer.key.settings;
    while (due.length > 0 && !signal.aborted) {
      // Read before signing: nothing is recorded that the key signed before its token was closed.
      const generation = await this.#deps.signer.generation(signer.key);
      const expected: ExpectTokenState = { op: 'crypto-token-state.expect', tokenId, generation };
      const signed = await Promise.allSettled(due.splice(0, AT_ONCE).map((one) => this.#prepare(one)));
      const writes = signed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const refusals = signed.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      // Another process may have prepared the same: then the next run finds nothing to do.
      if (writes.length > 0) await storedUnaudited([expected, ...writes], this.#deps);
      const away = refusals.find(isUnavailable);
      if (away !== undefined) throw away;
      if (errors.length === 0) errors.push(...refusals.slice(0, 1));
      await nextTurn();
    }
  }

  async #prepare({
    certificate,
    preparing,
    hash,
    before,
  }: DueAnswer): Promise<InsertPreparedAnswer | ReplacePreparedAnswer> {
    const { clock, ids, sign } = this.#deps;
    const { record, serialNumber } = certificate;
    const { issuer, signer, sha256 } = preparing;
    const asked = { certificateId: idOf(serialNumber, issuer, hash), record };
    const answer: PreparedAnswer = {
      ...(await sign.prepare(signer, asked, nowSeconds(clock))),
      id: before?.id ?? ids.next(),
      caId: issuer.caId,
      serialNumber,
      hashBits: hash.bits,
      certificateVersion: record.version,
      signerSha256: sha256,
    };
    if (before === undefined) return { op: 'ocsp-answer.insert', answer };
    return { op: 'ocsp-answer.replace', answer, before: before.producedAt };
  }
}

/** A run for a CA. */
interface Run {
  readonly signal: AbortSignal;
  /** The first error that an answer met; empty without one. */
  readonly errors: unknown[];
}

/** A signer that prepares answers, and the key of the CA that it answers for. */
interface Preparing {
  readonly issuer: OcspIssuer;
  readonly signer: OcspSigner;
  readonly sha256: Uint8Array;
}

interface DueAnswer {
  readonly certificate: PreparableCertificate;
  readonly preparing: Preparing;
  readonly hash: (typeof PREPARED_HASHES)[number];
  /** The answer whose place it takes. */
  readonly before: PreparedAnswer | undefined;
}

function isUnavailable(error: unknown): error is AppError {
  return error instanceof AppError && error.kind === 'unavailable';
}

function isDue(
  answer: PreparedAnswer,
  { record }: PreparableCertificate,
  { sha256, signer }: Preparing,
  now: number,
): boolean {
  const { certificateVersion, signerSha256, producedAt } = answer;
  return (
    certificateVersion !== record.version ||
    compareBytes(signerSha256, sha256) !== 0 ||
    producedAt > now ||
    now >= dueFrom(answer, signer)
  );
}

/** Returns the time from which an answer is made anew: early enough for a run, and all signatures of it, to come before it is given out no more. */
function dueFrom(
  answer: Pick<PreparedAnswer, 'producedAt' | 'nextUpdate'>,
  { requirements }: Pick<OcspSigner, 'requirements'>,
): number {
  const end = freshUntil(answer, requirements);
  return end - Math.max((end - answer.producedAt) / 4, LEAST_AHEAD_SECONDS);
}

function idOf(
  serialNumber: SerialNumber,
  { generation }: OcspIssuer,
  hash: (typeof PREPARED_HASHES)[number],
): OcspCertificateId {
  const { subject } = generation.issuer.certificate;
  const asked = { issuer: subject, serialNumberBytes: serialNumberToBytes(serialNumber) };
  return ocspCertificateId(asked, generation.publicKey, hash);
}

const RUN_SECONDS = 15 * 60;
/** The time between two runs, and ten minutes for one. */
const LEAST_AHEAD_SECONDS = RUN_SECONDS + 600;
const PAGE_SIZE = 500;
/** Signatures at a time: few, so that a device has time for those that somebody waits for. */
const AT_ONCE = 8;
