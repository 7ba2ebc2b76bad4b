/** Revocation status of the certificates of a path, by CRLs that are at hand (RFC 5280 §6.3). */
import type { Certificate } from '../certificate/index.ts';
import type { Crl } from '../crl/index.ts';
import { compareBytes } from '../der/index.ts';
import { PkiError, readable } from '../errors.ts';
import {
  crlDistributionPoints,
  crlNumber,
  type CrlReason,
  deltaCrlIndicator,
  type DistributionPoint,
  issuingDistributionPoint,
  type RevocationReason,
} from '../extension/index.ts';
import { PathError, type PathRules, type ValidPath } from '../path/index.ts';
import type { PublicKey } from '../public-key/index.ts';
import { ALL_REASONS, impliedPoint, reasonsCovered } from './crl-scope.ts';
import { CrlSigners, verifyWithin } from './crl-signers.ts';
import { type IndexedCrl, isUnderstood, type RevokedEntry } from './indexed-crl.ts';
import { WorkLeft } from './work-left.ts';

/** Status of one certificate. */
export type RevocationStatus =
  | { readonly status: 'good' }
  | {
      readonly status: 'revoked';
      readonly reason: RevocationReason;
      /** Seconds since 1970-01-01T00:00:00Z. */
      readonly revokedAt: number;
    }
  /** No list that can be relied on covers it for every reason. */
  | { readonly status: 'unknown' };

/** Material that revocation is judged by. */
export interface RevocationMaterial {
  /** Complete, delta and indirect ones in whatever order; what cannot be relied on is passed over. */
  readonly crls: readonly IndexedCrl[];
  /** Among which the issuers of CRLs are looked for, with those above them. */
  readonly certificates: readonly Certificate[];
  /** For the paths of those issuers; CRLs have to be current at its time. */
  readonly rules: PathRules;
}

/** Certificate and moment that lists are asked about. */
interface Question {
  readonly certificate: Certificate;
  /** The reasons that no list has covered yet. */
  readonly missing: ReadonlySet<CrlReason>;
  readonly signers: CrlSigners;
}

/** The work that all questions together may take is bounded: what goes beyond is not known. */
export class CrlRevocation {
  /** The newest first: an older one may still be current, and does not know what the newer one says. */
  readonly #complete: readonly IndexedCrl[];
  readonly #deltas: readonly IndexedCrl[];
  readonly #material: RevocationMaterial;
  /** Certificates whose status is being looked for: a list that one of them has signed says nothing of it. */
  readonly #looking = new Set<string>();
  readonly #work = new WorkLeft();

  /** @throws {@link PathError} `path.too_large` for more CRLs than are looked at */
  constructor(material: RevocationMaterial) {
    const { crls, rules } = material;
    if (crls.length > MAX_CRLS) throw new PathError('path.too_large', `there are more than ${MAX_CRLS} CRLs`);
    const usable = crls.filter(({ crl }) => isCurrent(crl, rules) && isStrong(crl, rules) && isUnderstood(crl));
    this.#material = material;
    this.#complete = usable.filter(({ crl }) => !isDelta(crl)).toSorted((a, b) => b.crl.thisUpdate - a.crl.thisUpdate);
    this.#deltas = usable.filter(({ crl }) => isDelta(crl));
  }

  /**
   * Checks all certificates of a path. For `findPath`.
   *
   * @throws {@link PathError} `path.revoked`, `path.revocation_unknown`
   */
  requireUnrevoked(path: ValidPath): void {
    for (const [at, certificate] of path.certificates.entries()) {
      const { status } = this.statusOf(path, at);
      const name = certificate.subject.toString();
      if (status === 'revoked') throw new PathError('path.revoked', `the certificate of '${name}' is revoked`);
      if (status === 'unknown')
        throw new PathError('path.revocation_unknown', `whether the certificate of '${name}' is revoked is not known`);
    }
  }

  /** The status of the certificate at `at` of a path. */
  statusOf(path: ValidPath, at: number): RevocationStatus {
    const certificate = path.certificates[at]!;
    const { sha256Fingerprint } = certificate;
    if (this.#looking.has(sha256Fingerprint) || this.#looking.size > MAX_DEPTH) return UNKNOWN;
    this.#looking.add(sha256Fingerprint);
    try {
      const found = this.#look(path, at);
      return found.status === 'good' && this.#work.isSpent ? UNKNOWN : found;
    } catch (error) {
      // A certificate whose distribution points cannot be read, or more work than is done.
      if (error instanceof PkiError) return UNKNOWN;
      throw error;
    } finally {
      this.#looking.delete(sha256Fingerprint);
    }
  }

  /** §6.3.3: point after point, until every reason is covered. */
  #look(path: ValidPath, at: number): RevocationStatus {
    const certificate = path.certificates[at]!;
    const points = certificate.extension(crlDistributionPoints) ?? [];
    if (points.length > MAX_POINTS) return UNKNOWN;
    const missing = new Set(ALL_REASONS);
    const signers = this.#signersFor(path, at);
    for (const point of [...points, impliedPoint(certificate)]) {
      for (const list of this.#complete) {
        this.#work.charge('list');
        const found = readable(() => this.#ask(list, point, { certificate, missing, signers }));
        if (found === undefined) continue;
        if (found.entry !== undefined) return { status: 'revoked', ...found.entry };
        for (const reason of found.reasons) missing.delete(reason);
        if (missing.size === 0) return { status: 'good' };
      }
    }
    return UNKNOWN;
  }

  #signersFor(path: ValidPath, at: number): CrlSigners {
    const { certificates, rules } = this.#material;
    const requireUnrevoked = (found: ValidPath) => this.requireUnrevoked(found);
    const work = this.#work;
    return new CrlSigners({ path, at, certificates, rules, work, requireUnrevoked });
  }

  /** Returns what one list says, with its newest delta; undefined when it adds nothing that can be relied on. */
  #ask(
    list: IndexedCrl,
    point: DistributionPoint,
    { certificate, missing, signers }: Question,
  ): { readonly entry: RevokedEntry | undefined; readonly reasons: ReadonlySet<CrlReason> } | undefined {
    const reasons = reasonsCovered(list.crl, certificate, point);
    if (reasons === undefined || ![...reasons].some((reason) => missing.has(reason))) return undefined;
    const key = signers.keyOf(list);
    if (key === undefined) return undefined;
    const complete = list.entryOf(certificate);
    const changed = this.#deltaTo(list.crl, key)?.entryOf(certificate);
    if (complete === 'unusable' || changed === 'unusable') return undefined;
    const entry = changed ?? complete;
    return { entry: entry?.reason === 'REMOVE_FROM_CRL' ? undefined : entry, reasons };
  }

  /** The newest that says what happened since `complete`, signed with the same key (§6.3.3 (c) and (h)). */
  #deltaTo(complete: Crl, key: PublicKey): IndexedCrl | undefined {
    const number = complete.extension(crlNumber);
    if (number === undefined) return undefined;
    const newer = this.#deltas
      .filter(({ crl }) => isOfSameScope(crl, complete))
      .map((delta) => ({ delta, number: readable(() => numberAfter(delta.crl, number)) }))
      .filter((one): one is { delta: IndexedCrl; number: bigint } => one.number !== undefined)
      .toSorted((a, b) => (a.number < b.number ? 1 : -1));
    return newer.find(({ delta }) => readable(() => verifyWithin(this.#work, delta, key)) === true)?.delta;
  }
}

function isCurrent({ thisUpdate, nextUpdate }: Crl, { now }: PathRules): boolean {
  return thisUpdate <= now && nextUpdate !== undefined && now <= nextUpdate;
}

function isStrong(crl: Crl, { acceptWeak }: PathRules): boolean {
  return acceptWeak === true || readable(() => crl.signatureAlgorithm.weak) === false;
}

function isDelta({ extensions }: Crl): boolean {
  return extensions.some(({ oid }) => oid === deltaCrlIndicator.oid);
}

/** The number of a delta that tells what happened since the list of the number `complete`. */
function numberAfter(delta: Crl, complete: bigint): bigint | undefined {
  const number = delta.extension(crlNumber);
  if (number === undefined || number <= complete) return undefined;
  return delta.extension(deltaCrlIndicator)! <= complete ? number : undefined;
}

function isOfSameScope(a: Crl, b: Crl): boolean {
  return a.issuer.equals(b.issuer) && compareBytes(scopeDer(a), scopeDer(b)) === 0;
}

function scopeDer({ extensions }: Crl): Uint8Array {
  return extensions.find(({ oid }) => oid === issuingDistributionPoint.oid)?.value ?? NOTHING;
}

const UNKNOWN: RevocationStatus = { status: 'unknown' };
const NOTHING = new Uint8Array(0);
const MAX_CRLS = 1000;
const MAX_POINTS = 64;
/** Maximum depth of lists that are signed by another than the CA. */
const MAX_DEPTH = 8;
