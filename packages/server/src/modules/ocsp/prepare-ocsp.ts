/** Signing of answers ahead of the requests for them, for CAs whose settings say so. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  compareBytes,
  type OcspCertificateId,
  ocspCertificateId,
  type SerialNumber,
  serialNumberToBytes,
} from '@sealwright/pki';
import { nowSeconds } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../access/index.ts';
import { every, type Task } from '../background/index.ts';
import { type CaSigner, type CaStateStore, storedUnaudited } from '../ca/index.ts';
import type { ExpectTokenState } from '../crypto-tokens/index.ts';
import type { OcspIssuer, OcspIssuers } from './ocsp-issuers.ts';
import type { OcspSigner, OcspSigners } from './ocsp-signers.ts';
import type {
  DeletePreparedAnswer,
  DueCertificate,
  InsertPreparedAnswer,
  PreparedAnswer,
  PreparedAnswerStore,
  ReplacePreparedAnswer,
  SerialRange,
} from './prepared-answer.ts';
import { freshUntil, PREPARED_HASHES, type SignOcsp } from './sign-ocsp.ts';

export interface PrepareOcspDeps extends Pick<UseCaseDeps, 'clock' | 'ids' | 'random' | 'store'> {
  readonly issuers: OcspIssuers;
  /** Receives one error of a run for each CA: the first one that any of its keys met. The other answers, keys and CAs follow. */
  readonly onFailed: (error: unknown) => void;
  readonly prepared: PreparedAnswerStore;
  readonly sign: SignOcsp;
  readonly signer: Pick<CaSigner, 'generation'>;
  readonly signers: OcspSigners;
  readonly states: Pick<CaStateStore, 'listVersions'>;
}

/**
 * Prepares answers about every certificate that has not ended: where there is none, where the certificate or the signer has changed since, and some
 * time before the present one is given out no more.
 *
 * A prepared answer names the version of the certificate's record, and counts for that version alone. So it falls in the very unit that revokes the
 * certificate, even if it is stored after that.
 */
export class PrepareOcsp extends WithDeps<PrepareOcspDeps> {
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
    const { onFailed, states } = this.deps;
    await this.#forgetEnded(signal);
    for (let after = Number.MIN_SAFE_INTEGER; !signal.aborted;) {
      const page = await states.listVersions(after, PAGE_SIZE);
      for (const { caId } of page) {
        const errors: unknown[] = [];
        await unlessAway(errors, () => this.#prepareOfCa(caId, { signal, errors }));
        if (errors.length > 0) onFailed(errors[0]);
        await nextTurn();
      }
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)!.caId;
    }
  }

  async #forgetEnded(signal: AbortSignal): Promise<void> {
    const { clock, prepared } = this.deps;
    while (!signal.aborted) {
      const ended = await prepared.listEnded(nowSeconds(clock), PAGE_SIZE);
      const writes = ended.map((one): DeletePreparedAnswer => ({ op: 'ocsp-answer.delete', ...one }));
      if (writes.length === 0 || !(await storedUnaudited(writes, this.deps))) return;
    }
  }

  /** Prepares answers for each key of a CA, also for one that it gets meanwhile. The crypto token of a former one may be closed for good. */
  async #prepareOfCa(caId: number, run: Run): Promise<void> {
    const begun = new Set<string>();
    while (!run.signal.aborted) {
      const issuers = await this.deps.issuers.listOfCa(caId);
      const fingerprint = issuers.map(({ generation }) => generation.fingerprint).find((one) => !begun.has(one));
      if (fingerprint === undefined) return;
      begun.add(fingerprint);
      await unlessAway(run.errors, () => this.#prepareOfKey(caId, fingerprint, run));
    }
  }

  /** Prepares answers for a key. Its certificates are read for each page, because a run on a device is long enough for a renewal. */
  async #prepareOfKey(caId: number, fingerprint: string, run: Run): Promise<void> {
    const { issuers, prepared } = this.deps;
    let after: SerialNumber | undefined;
    do {
      const keys = await issuers.listOfCa(caId);
      const issuer = keys.find(({ generation }) => generation.fingerprint === fingerprint);
      const preparing = issuer && (await this.#signerOf(issuer));
      if (preparing === undefined) return;
      const last = await prepared.findNth(caId, after, PAGE_SIZE);
      await this.#preparePage(preparing, { caId, after, last }, run);
      after = last;
      await nextTurn();
    } while (after !== undefined && !run.signal.aborted);
  }

  /** Finds the signer for a key; undefined where it prepares no answers. */
  async #signerOf(issuer: OcspIssuer): Promise<Preparing | undefined> {
    const { clock, signers } = this.deps;
    const now = nowSeconds(clock);
    const signer = await signers.find(issuer);
    if (typeof signer === 'string' || signer.preparedSha256 === undefined) return undefined;
    if (signer.notAfter < now || signer.notBefore > now || issuer.generation.notAfter < now) return undefined;
    return { issuer, signer, sha256: signer.preparedSha256 };
  }

  /** Prepares what is due among some certificates. The database selects it, so that little is read where nothing is due. */
  async #preparePage(preparing: Preparing, range: SerialRange, run: Run): Promise<void> {
    const { clock, prepared } = this.deps;
    const { issuer, signer, sha256: signerSha256 } = preparing;
    const validitySeconds = signer.settings.lifetimeSeconds - 1;
    const dueAfter = dueFrom({ producedAt: 0, nextUpdate: validitySeconds }, signer);
    const due: DueAnswer[] = [];
    for (const hash of PREPARED_HASHES)
      for (const sha1 of issuer.generation.certificateSha1s) {
        const now = nowSeconds(clock);
        const producedUntil = Math.floor(now - dueAfter);
        const caSha1 = Uint8Array.fromHex(sha1);
        const hashBits = hash.bits;
        const query = { ...range, hashBits, caSha1, now, signerSha256, producedUntil, validitySeconds };
        for (const certificate of await prepared.listDue(query))
          if (isDue(certificate, preparing, now)) due.push({ certificate, hash });
      }
    await this.#prepareDue(preparing, due, run);
  }

  /** Prepares answers of one signer, some at a time. One that cannot be signed keeps none of the others from it. */
  async #prepareDue(preparing: Preparing, due: DueAnswer[], { signal, errors }: Run): Promise<void> {
    const { key } = preparing.signer;
    const { cryptoTokenId: tokenId } = key.settings;
    while (due.length > 0 && !signal.aborted) {
      // Read before signing: nothing is recorded that the key signed before its token was closed.
      const generation = await this.deps.signer.generation(key);
      const expected: ExpectTokenState = { op: 'crypto-token-state.expect', tokenId, generation };
      const signed = await Promise.allSettled(due.splice(0, AT_ONCE).map((one) => this.#prepare(one, preparing)));
      const writes = signed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const refusals = signed.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      // Another process may have prepared the same: then the next run finds nothing to do.
      if (writes.length > 0) await storedUnaudited([expected, ...writes], this.deps);
      const away = refusals.find(isUnavailable);
      if (away !== undefined) throw away;
      if (errors.length === 0) errors.push(...refusals.slice(0, 1));
      await nextTurn();
    }
  }

  async #prepare(
    { certificate, hash }: DueAnswer,
    preparing: Preparing,
  ): Promise<InsertPreparedAnswer | ReplacePreparedAnswer> {
    const { clock, ids, sign } = this.deps;
    const { before, record, serialNumber } = certificate;
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
  /** Errors that its keys met; the first one is reported. */
  readonly errors: unknown[];
}

/** A signer that prepares answers, and the key of the CA that it answers for. */
interface Preparing {
  readonly issuer: OcspIssuer;
  readonly signer: OcspSigner;
  readonly sha256: Uint8Array;
}

interface DueAnswer {
  readonly certificate: DueCertificate;
  readonly hash: (typeof PREPARED_HASHES)[number];
}

/** Runs some of the work, and notes why it has failed. That a crypto token or the database is away is not a fault: the next run comes. */
async function unlessAway(errors: unknown[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUnavailable(error)) errors.push(error);
  }
}

function isUnavailable(error: unknown): error is AppError {
  return error instanceof AppError && error.kind === 'unavailable';
}

function isDue({ record, before }: DueCertificate, { sha256, signer }: Preparing, now: number): boolean {
  return (
    before === undefined ||
    before.certificateVersion !== record.version ||
    compareBytes(before.signerSha256, sha256) !== 0 ||
    before.producedAt > now ||
    now >= dueFrom(before, signer)
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
