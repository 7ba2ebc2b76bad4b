/** Generation of one CRL: builds it off the main thread, signs it, and stores it in parts (RFC 5280 §5). */
import {
  altSignatureAlgorithm,
  completeTbsCrl,
  crlPieces,
  type Der,
  makeExtension,
  preTbsOctets,
} from '@sealwright/pki';
import { type ClockBelief, requireUncontradictedClock, TOLERATED_STEP_BACK_MS } from '../../../kernel/clock-belief.ts';
import { nowSeconds } from '../../../kernel/clock.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import {
  type AlternativeKey,
  alternativeKeyOf,
  type CaSigner,
  type Linter,
  type LintWarnings,
} from '../issuance/index.ts';
import { crlExtensions } from './crl-extensions.ts';
import { crlNumberWrite, FIRST_NUMBER, nextCrlNumber } from './crl-number.ts';
import { CrlParts } from './crl-parts.ts';
import type {
  CrlHead,
  CrlKind,
  CrlOutline,
  CrlRecord,
  CrlScope,
  CrlStore,
  InsertCrl,
  UnsignedCrl,
  UnsignedCrls,
} from '../records/index.ts';
import { ClockSteppedBackError, DeltaCrlNotIssuedError, NoBaseCrlError } from './errors.ts';
import type { SigningAuthority } from '../kinds/index.ts';

export interface CrlGeneratorDeps extends Pick<UseCaseDeps, 'clock' | 'clockBelief' | 'ids' | 'random' | 'store'> {
  readonly linter: Linter;
  readonly signer: CaSigner;
  readonly crls: CrlStore;
  readonly unsigned: UnsignedCrls;
}

/** A signed CRL whose octets are stored, but which only becomes a CRL with the unit of its writes. */
export interface SignedCrl {
  readonly crl: CrlRecord;
  /** The previous base CRL. */
  readonly previousBase: CrlHead | undefined;
  /** Certificates that expired before this moment are no longer listed, in seconds. */
  readonly coveredUntil: number;
  readonly content: Omit<UnsignedCrl, 'tbs'>;
  /** Writes that store it, unless another CRL of its partition was stored since it was begun. */
  readonly writes: readonly Write[];
  /** Revision of the CA for which it was made. */
  readonly revision: string;
  /** Generation of the crypto token that signed it. */
  readonly generation: number;
  /** Lint warnings for the audit record. */
  readonly lintWarnings: LintWarnings;
  /** Removes its stored octets. */
  discard(): Promise<void>;
}

export interface CrlOptions {
  /** CRL number if the partition has had no CRL; 1 by default. */
  readonly firstNumber?: number;
  /** The nextUpdate of a base CRL, seconds since 1970; by default from the settings of the CA. */
  readonly validUntil?: number | undefined;
}

export class CrlGenerator extends WithDeps<CrlGeneratorDeps> {
  /**
   * Makes a CRL. If that fails, the parts stored so far are removed.
   *
   * @throws {@link ClockSteppedBackError}, {@link ClockDoubtedError}
   * @throws {@link DeltaCrlNotIssuedError}, {@link NoBaseCrlError} for a delta CRL
   * @throws {@link LintRefusedError}
   */
  async make(
    authority: SigningAuthority,
    scope: CrlScope,
    kind: CrlKind,
    { firstNumber = FIRST_NUMBER.requested, validUntil }: CrlOptions,
  ): Promise<SignedCrl> {
    const id = this.deps.ids.next();
    const parts = new CrlParts(this.deps, id);
    // Reports the original error even if cleanup fails. The sweep removes the rest.
    const discard = () => parts.discard().catch(() => undefined);
    try {
      const place = await this.#place(authority, scope, kind, { firstNumber, validUntil });
      const { crl, content, generation, lintWarnings } = await this.#make(authority, scope, place, { id, parts });
      const insert: InsertCrl = { op: 'crl.insert', crl };
      return {
        crl,
        previousBase: place.previousBase,
        coveredUntil: place.coveredUntil,
        content,
        writes: [crlNumberWrite(scope, place.last, place.number), ...parts.completion(), insert],
        revision: authority.revision,
        generation,
        lintWarnings,
        discard,
      };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /**
   * Tells whether the CRL would still be made the same way and with a key that may still sign: neither the CA nor its crypto token has changed since.
   * Later revocations do not matter: they belong to a CRL with a higher number.
   *
   * @throws {CryptoTokenOfflineError} if the token is not active
   */
  async isCurrent({ revision, generation }: SignedCrl, authority: SigningAuthority): Promise<boolean> {
    return revision === authority.revision && generation === (await this.deps.signer.generation(authority));
  }

  /** Determines the place of the CRL among those of its partition. The last number is read first, so that any CRL stored later is a conflict. */
  async #place(
    authority: SigningAuthority,
    scope: CrlScope,
    kind: CrlKind,
    { firstNumber, validUntil }: { readonly firstNumber: number; readonly validUntil: number | undefined },
  ): Promise<Place> {
    const { crls, clock, clockBelief } = this.deps;
    const { lifetimeSeconds, deltaLifetimeSeconds } = authority.settings.crl;
    if (kind === 'delta' && deltaLifetimeSeconds === 0) throw new DeltaCrlNotIssuedError(authority.name);
    const last = await crls.findNumber(scope);
    const [base, delta] = await Promise.all([crls.findLatestHead(scope, 'base'), crls.findLatestHead(scope, 'delta')]);
    if (kind === 'delta' && base?.deltaBase !== true) throw new NoBaseCrlError(authority.name, scope.partition);
    requireUncontradictedClock(clockBelief);
    const thisUpdate = nextThisUpdate([base, delta], nowSeconds(clock), clockBelief);
    return {
      last,
      number: nextCrlNumber(last, firstNumber),
      baseNumber: kind === 'delta' ? base?.number : undefined,
      thisUpdate,
      nextUpdate: validUntil ?? thisUpdate + (kind === 'delta' ? deltaLifetimeSeconds : lifetimeSeconds),
      previousBase: base,
      coveredUntil: Math.min(coveredUntil(base), thisUpdate),
    };
  }

  async #make(
    authority: SigningAuthority,
    scope: CrlScope,
    place: Place,
    { id, parts }: { readonly id: number; readonly parts: CrlParts },
  ): Promise<Pick<SignedCrl, 'crl' | 'content' | 'generation' | 'lintWarnings'>> {
    const { linter, signer, unsigned, clock } = this.deps;
    const { settings, issuer } = authority;
    const { signatureAlgorithm } = settings;
    const { number, baseNumber, thisUpdate, nextUpdate } = place;
    const alternative = alternativeKeyOf(authority, issuer.alternativePublicKey);
    const extensions = crlExtensions(authority, { partition: scope.partition, number, baseNumber });
    const outline: CrlOutline = {
      signatureAlgorithm,
      issuer: issuer.certificate.subject.der,
      thisUpdate,
      nextUpdate,
      extensions:
        alternative === undefined
          ? extensions
          : [...extensions, makeExtension(altSignatureAlgorithm, alternative.algorithm.der, false)],
      alternative: alternative !== undefined,
    };
    const expiredBefore = settings.crl.keepExpired ? 0 : place.coveredUntil;
    const content =
      baseNumber === undefined
        ? await unsigned.base(scope, outline, { expiredBefore })
        : await unsigned.delta(scope, outline);
    // Read before signing: afterwards it could be later than that of the signature.
    const generation = await signer.generation(authority);
    const key = { keyAlias: authority.keyAlias, settings, publicKey: issuer.certificate.publicKey };
    const bytes = await this.#toBeSigned(content.tbs, outline, alternative);
    const ofRoot = issuer.certificate.subject.equals(issuer.certificate.issuer);
    const { bytes: tbs, warnings } = await linter.lint({ kind: 'CRL', bytes, settings: settings.crl, ofRoot });
    const signature = await signer.sign(key, signatureAlgorithm, tbs);
    const crl = {
      id,
      ...scope,
      number,
      baseNumber,
      thisUpdate,
      nextUpdate,
      deltaBase: baseNumber === undefined && settings.crl.deltaLifetimeSeconds > 0,
      imported: false,
      complete: false,
      createdMs: clock.nowMs(),
      ...(await parts.store(crlPieces(tbs, signatureAlgorithm, signature))),
    };
    // Frees the octets, which are no longer needed.
    release(tbs);
    const { entries, expired, changes } = content;
    return { crl, content: { entries, expired, changes }, generation, lintWarnings: warnings };
  }

  /** Returns the bytes that the CA's key signs, with the alternative signature if there is one. */
  async #toBeSigned(
    encoded: UnsignedCrl['tbs'],
    outline: CrlOutline,
    alternative: AlternativeKey | undefined,
  ): Promise<Der<'TbsCrl'>> {
    if (encoded instanceof Uint8Array) return encoded;
    if (alternative === undefined) throw new TypeError('a CRL is without a key for its alternative signature');
    const signature = await this.deps.signer.sign(alternative, alternative.algorithm, preTbsOctets(encoded));
    return completeTbsCrl(encoded, outline, signature);
  }
}

/** Frees the memory at once. Left to the garbage collector, the next 40 MB beside it would cause a full collection that blocks the event loop. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Place of a CRL among those of its partition. */
interface Place {
  /** Last CRL number that was assigned. */
  readonly last: number | undefined;
  readonly number: number;
  readonly baseNumber: number | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly previousBase: CrlHead | undefined;
  /** As in {@link SignedCrl.coveredUntil}. */
  readonly coveredUntil: number;
}

/**
 * Returns the moment up to which every revoked certificate that had expired was listed by a base CRL made after its expiry (RFC 5280 §3.3). An
 * imported CRL does not count: it may not list certificates that were revoked here.
 */
function coveredUntil(previousBase: CrlHead | undefined): number {
  return previousBase === undefined || previousBase.imported ? 0 : previousBase.thisUpdate;
}

/**
 * Returns the thisUpdate of the next CRL: now, but never before that of an earlier CRL, unless a clock known to have been wrong dated that one. The
 * CRL number is higher in any case, and it decides which CRL supersedes the other (RFC 5280 §5.2.3).
 *
 * @throws {@link ClockSteppedBackError} if the clock is more than a minute behind
 */
function nextThisUpdate(previous: readonly (CrlHead | undefined)[], now: number, belief: ClockBelief): number {
  const dates = previous.map((head) => belief.reachedMs((head?.thisUpdate ?? 0) * 1000) / 1000);
  const latest = Math.floor(Math.max(...dates));
  if (now < latest - TOLERATED_STEP_BACK_MS / 1000) throw new ClockSteppedBackError();
  return Math.max(now, latest);
}
