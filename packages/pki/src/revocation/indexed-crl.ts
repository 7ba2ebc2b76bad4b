/** CRLs in which a certificate is found without walking through all entries (RFC 5280 §6.3.3 (i) and (j)). */
import type { Certificate } from '../certificate/index.ts';
import type { Crl, CrlEntry } from '../crl/index.ts';
import {
  certificateIssuer,
  type Extension,
  findExtension,
  reasonCode,
  type RevocationReason,
} from '../extension/index.ts';
import { KNOWN_EXTENSIONS } from '../extension/known-extensions.ts';
import type { Oid } from '../der/index.ts';
import type { PublicKey } from '../public-key/index.ts';

/** Entry of a CRL for one certificate. */
export interface RevokedEntry {
  /** `REMOVE_FROM_CRL` in a delta: no longer on hold. */
  readonly reason: RevocationReason;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly revokedAt: number;
}

/** Positions of the entries of a CRL: plain data, so that another thread can make it. */
export interface CrlIndex {
  /** The place of each entry, in the order of the serial numbers' texts; those of one number in the order of the list. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** The places of entries that name the issuer of the certificates from there on, ascending: of an indirect CRL. */
  readonly issuerPlaces: Uint32Array<ArrayBuffer>;
  /** True when an entry has something critical that is not understood: such a list says nothing of any certificate (§5.3). */
  readonly isUnderstood: boolean;
}

/**
 * Looks at every entry of a CRL. A million take seconds: for another thread than one that answers.
 *
 * @throws {DerError} at the first entry that is not in DER
 * @throws {X509Error}
 */
export function indexCrl(crl: Crl): CrlIndex {
  const entries: { readonly serial: string; readonly place: number }[] = [];
  const issuerPlaces: number[] = [];
  let isUnderstood = true;
  for (const { extensions, place, serialNumberText: serial } of crl.entries()) {
    entries.push({ serial, place });
    if (extensions.length === 0) continue;
    isUnderstood &&= extensions.every((extension) => isKnown(extension, ENTRY_EXTENSIONS));
    if (extensions.some(({ oid }) => oid === certificateIssuer.oid)) issuerPlaces.push(place);
  }
  entries.sort((a, b) => (a.serial === b.serial ? a.place - b.place : a.serial < b.serial ? -1 : 1));
  const places = Uint32Array.from(entries, ({ place }) => place);
  return { places, issuerPlaces: Uint32Array.from(issuerPlaces), isUnderstood };
}

/** Returns whether all that is critical of a CRL itself is understood. */
export function isUnderstood({ extensions }: Crl): boolean {
  return extensions.every((extension) => isKnown(extension, CRL_EXTENSIONS));
}

/**
 * A CRL with its index, and with what is known of its signature. Both are made when they are needed. One whose index was made aside is too large for that: its
 * signature is verified aside as well, and what is not known of it by then stays unknown.
 */
export class IndexedCrl {
  readonly crl: Crl;
  /** True when its index was given. */
  readonly isMadeAside: boolean;
  #index: CrlIndex | undefined;
  /** By the fingerprint of the key. */
  readonly #signedBy = new Map<string, boolean>();

  /** @param index - that of this very CRL */
  constructor(crl: Crl, index?: CrlIndex) {
    this.crl = crl;
    this.isMadeAside = index !== undefined;
    this.#index = index;
  }

  /**
   * The entry of `certificate`; undefined when there is none. Should there be several, it is the first that revokes: `removeFromCRL` has its place in deltas
   * only (RFC 5280 §5.3.1), and takes nothing back of what the same list says.
   *
   * @throws {DerError} when an entry cannot be read, be it another one
   * @throws {X509Error}
   */
  entryOf({
    issuer,
    serialNumberText,
  }: Pick<Certificate, 'issuer' | 'serialNumberText'>): RevokedEntry | 'unusable' | undefined {
    const index = (this.#index ??= indexCrl(this.crl));
    if (!index.isUnderstood) return 'unusable';
    let removed: RevokedEntry | undefined;
    for (let at = this.#first(index, serialNumberText); at < index.places.length; at++) {
      const entry = this.crl.entryAt(index.places[at]!);
      if (entry.serialNumberText !== serialNumberText) break;
      if (!this.#isOf(index, entry, issuer)) continue;
      const described = describe(entry);
      if (described.reason !== 'REMOVE_FROM_CRL') return described;
      removed ??= described;
    }
    return removed;
  }

  /** Returns whether the signature is that of `key`, where it was asked before. */
  knownSignature(key: PublicKey): boolean | undefined {
    return this.#signedBy.get(key.sha256Fingerprint);
  }

  /** Takes it as known. */
  rememberSignature(key: PublicKey, isSigned: boolean): void {
    const [oldest] = this.#signedBy.keys();
    // Keys come from callers.
    if (this.#signedBy.size >= MAX_KEYS) this.#signedBy.delete(oldest!);
    this.#signedBy.set(key.sha256Fingerprint, isSigned);
  }

  /** Returns whether the signature is that of `key`; verified once. @throws {PkiError} as `Crl.verify` */
  verify(key: PublicKey): boolean {
    const known = this.knownSignature(key);
    if (known !== undefined) return known;
    const isSigned = this.crl.verify(key);
    this.rememberSignature(key, isSigned);
    return isSigned;
  }

  /** The place in the index of the first entry with that number, or a larger one. */
  #first({ places }: CrlIndex, serialNumberText: string): number {
    let [from, to] = [0, places.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.crl.entryAt(places[middle]!).serialNumberText < serialNumberText) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Returns whether the entry is for a certificate of `issuer`: the last entry up to it that names an issuer decides (§5.3.3). */
  #isOf({ issuerPlaces }: CrlIndex, { place }: CrlEntry, issuer: Certificate['issuer']): boolean {
    const last = issuerPlaces.findLast((one) => one <= place);
    if (last === undefined) return this.crl.issuer.equals(issuer);
    const names = findExtension(this.crl.entryAt(last).extensions, certificateIssuer) ?? [];
    return names.some((name) => name.type === 'directoryName' && name.value.equals(issuer));
  }
}

function describe({ extensions, revocationDate }: CrlEntry): RevokedEntry {
  return { reason: findExtension(extensions, reasonCode) ?? 'UNSPECIFIED', revokedAt: revocationDate };
}

function isKnown({ critical, oid }: Extension, known: ReadonlySet<Oid>): boolean {
  return !critical || known.has(oid);
}

const CRL_EXTENSIONS = new Set(KNOWN_EXTENSIONS.crl.map(({ oid }) => oid));
const ENTRY_EXTENSIONS = new Set(KNOWN_EXTENSIONS.crlEntry.map(({ oid }) => oid));
/** More than the requests that wait at a time ask for: what is forgotten meanwhile would count as unknown. */
const MAX_KEYS = 256;
