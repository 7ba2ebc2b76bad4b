/** Makes the octets of one CRL: builds it off the main thread, signs it, and stores it in parts (RFC 5280 §5). */
import {
  altSignatureAlgorithm,
  completeTbsCrl,
  crlPieces,
  type Der,
  makeExtension,
  preTbsOctets,
} from '@sealwright/pki';
import { type ClockBelief, requireUncontradictedClock, TOLERATED_STEP_BACK_MS } from '../../../kernel/clock-belief.ts';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import type { UnitOfWorkStore, Write } from '../../../kernel/unit-of-work.ts';
import {
  type AlternativeKey,
  alternativeKeyOf,
  type CaSigner,
  type Linter,
  type LintWarnings,
} from '../issuance/index.ts';
import { crlExtensions } from './crl-extensions.ts';
import { crlNumberWrite } from './crl-number.ts';
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
import type { SigningAuthority } from '../authorities/index.ts';

export interface CrlGeneratorDeps {
  readonly linter: Linter;
  readonly signer: CaSigner;
  readonly crls: CrlStore;
  readonly unsigned: UnsignedCrls;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly clockBelief: ClockBelief;
  readonly random: Random;
  readonly ids: Ids;
}

/** A CRL that is signed, and whose octets wait for the unit that makes a CRL of them. */
export interface SignedCrl {
  readonly crl: CrlRecord;
  /** The base CRL before it. */
  readonly previousBase: CrlHead | undefined;
  /** The moment before which certificates that ended are not listed any more, in seconds. */
  readonly coveredUntil: number;
  readonly content: Omit<UnsignedCrl, 'tbs'>;
  /** Stores it, unless another CRL of its partition was stored since it was begun. */
  readonly writes: readonly Write[];
  /** Revision of the CA for which it was made. */
  readonly revision: string;
  /** Generation of the token that signed it. */
  readonly generation: number;
  /** For the audit record. */
  readonly lintWarnings: LintWarnings;
  /** Takes it back. */
  discard(): Promise<void>;
}

export interface CrlOptions {
  /** The number of the CRL if its partition has had none; 1 unless given. */
  readonly firstNumber?: number;
  /** The nextUpdate of a base CRL, seconds since 1970; what the settings of the CA say unless given. */
  readonly validUntil?: number | undefined;
}

export class CrlGenerator {
  readonly #deps: CrlGeneratorDeps;

  constructor(deps: CrlGeneratorDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a CRL. What was stored of one that could not be made is taken away again.
   *
   * @throws {@link ClockSteppedBackError}, {@link ClockDoubtedError}
   * @throws {@link DeltaCrlNotIssuedError}, {@link NoBaseCrlError} for a delta CRL
   * @throws {@link LintRefusedError}
   */
  async make(
    authority: SigningAuthority,
    scope: CrlScope,
    kind: CrlKind,
    { firstNumber = 1, validUntil }: CrlOptions,
  ): Promise<SignedCrl> {
    const id = this.#deps.ids.next();
    const parts = new CrlParts(this.#deps, id);
    // Reports the original error even if cleanup fails. The sweep removes what is left.
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
   * Tells whether a CRL still says what it would say if it were made now, and was signed by a key that still may sign: neither its CA nor the
   * CA's token has changed. Revocations are another matter: the number that it has is as new as what it lists.
   *
   * @throws {CryptoTokenOfflineError} when the token is not active
   */
  async isCurrent({ revision, generation }: SignedCrl, authority: SigningAuthority): Promise<boolean> {
    return revision === authority.revision && generation === (await this.#deps.signer.generation(authority));
  }

  /** Finds the place of the CRL among those of its partition. The last number is read first: whatever is stored after that is a conflict. */
  async #place(
    authority: SigningAuthority,
    scope: CrlScope,
    kind: CrlKind,
    { firstNumber, validUntil }: { readonly firstNumber: number; readonly validUntil: number | undefined },
  ): Promise<Place> {
    const { crls, clock, clockBelief } = this.#deps;
    const { lifetimeSeconds, deltaLifetimeSeconds } = authority.settings.crl;
    if (kind === 'delta' && deltaLifetimeSeconds === 0) throw new DeltaCrlNotIssuedError(authority.name);
    const last = await crls.findNumber(scope);
    const [base, delta] = await Promise.all([crls.findLatestHead(scope, 'base'), crls.findLatestHead(scope, 'delta')]);
    if (kind === 'delta' && base?.deltaBase !== true) throw new NoBaseCrlError(authority.name, scope.partition);
    requireUncontradictedClock(clockBelief);
    const thisUpdate = nextThisUpdate([base, delta], nowSeconds(clock), clockBelief);
    return {
      last,
      number: last === undefined ? firstNumber : last + 1,
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
    const { linter, signer, unsigned, clock } = this.#deps;
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
    // Before it signs: looked at afterwards, it could be a later one than that of the signature.
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
    // Nobody has to hold the octets any more.
    release(tbs);
    const { entries, expired, changes } = content;
    return { crl, content: { entries, expired, changes }, generation, lintWarnings: warnings };
  }

  /** Returns the bytes that the CA's key signs: with the alternative signature, where there is to be one. */
  async #toBeSigned(
    encoded: UnsignedCrl['tbs'],
    outline: CrlOutline,
    alternative: AlternativeKey | undefined,
  ): Promise<Der<'TbsCrl'>> {
    if (encoded instanceof Uint8Array) return encoded;
    if (alternative === undefined) throw new TypeError('a CRL is without a key for its alternative signature');
    const signature = await this.#deps.signer.sign(alternative, alternative.algorithm, preTbsOctets(encoded));
    return completeTbsCrl(encoded, outline, signature);
  }
}

/**
 * Gives the memory back at once. If it waited for the collector, the next 40 MB beside it would have the collector hold the event loop
 * for a collection of everything, since it does not see that nobody has them any more.
 */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** The place of a CRL among those of its partition. */
interface Place {
  /** The last number that was given. */
  readonly last: number | undefined;
  readonly number: number;
  readonly baseNumber: number | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly previousBase: CrlHead | undefined;
  /** As of {@link SignedCrl.coveredUntil}. */
  readonly coveredUntil: number;
}

/**
 * Returns the moment up to which every certificate that was revoked and had ended was on a base CRL that was made after its end (RFC 5280 §3.3). One that was
 * made elsewhere shows nothing of the kind: it may not list what was revoked here.
 */
function coveredUntil(previousBase: CrlHead | undefined): number {
  return previousBase === undefined || previousBase.imported ? 0 : previousBase.thisUpdate;
}

/**
 * Returns the thisUpdate of the next CRL: now, and never before the one of an earlier CRL, unless that was dated by a clock that is known to have been
 * wrong. Its number is higher than theirs in any case, and it is the number that says which CRL supersedes the other (RFC 5280 §5.2.3).
 *
 * @throws {@link ClockSteppedBackError} when the clock lies more than a minute behind
 */
function nextThisUpdate(previous: readonly (CrlHead | undefined)[], now: number, belief: ClockBelief): number {
  const dates = previous.map((head) => belief.reachedMs((head?.thisUpdate ?? 0) * 1000) / 1000);
  const latest = Math.floor(Math.max(...dates));
  if (now < latest - TOLERATED_STEP_BACK_MS / 1000) throw new ClockSteppedBackError();
  return Math.max(now, latest);
}
