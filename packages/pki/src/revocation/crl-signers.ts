/** Signers of CRLs (RFC 5280 §6.3.3 (f) and (g)). */
import type { Certificate } from '../certificate/index.ts';
import { readable } from '../errors.ts';
import { keyUsage } from '../extension/index.ts';
import { findPath, type PathRules, type ValidPath } from '../path/index.ts';
import type { PublicKey } from '../public-key/index.ts';
import type { IndexedCrl } from './indexed-crl.ts';
import type { WorkLeft } from './work-left.ts';

/** Inputs of the search for signers. */
export interface SignerSearch {
  readonly path: ValidPath;
  /** The place in the path of the certificate whose status is looked for. */
  readonly at: number;
  readonly certificates: readonly Certificate[];
  readonly rules: PathRules;
  readonly work: WorkLeft;
  /** @throws {PathError} */
  readonly requireUnrevoked: (path: ValidPath) => void;
}

/**
 * The signers of lists, as one certificate's status is looked for. Remembers each, and that a list has none: the same list is asked about for every
 * distribution point. What is found holds for no other certificate, whose status may be what a signer's own depends on.
 */
export class CrlSigners {
  readonly #search: SignerSearch;
  readonly #keys = new Map<IndexedCrl, PublicKey | undefined>();
  readonly #issuers = new Map<Certificate, PublicKey | undefined>();

  constructor(search: SignerSearch) {
    this.#search = search;
  }

  /** The key that has signed a list, once it is known to be that of its issuer. */
  keyOf(list: IndexedCrl): PublicKey | undefined {
    if (!this.#keys.has(list)) this.#keys.set(list, this.#findKey(list));
    return this.#keys.get(list);
  }

  #findKey(list: IndexedCrl): PublicKey | undefined {
    const { path, at, certificates } = this.#search;
    const { anchor } = path;
    const above = at === 0 ? anchor.certificate : path.certificates[at - 1]!;
    const aboveKey = at === 0 ? anchor.publicKey : path.publicKeys[at - 1]!;
    if (this.#hasSigned(list, above, aboveKey)) return aboveKey;
    if (this.#hasSigned(list, anchor.certificate, anchor.publicKey)) return anchor.publicKey;
    const candidates = certificates.filter((one) => one.subject.equals(list.crl.issuer)).slice(0, MAX_ISSUERS);
    for (const candidate of candidates) {
      const key = readable(() =>
        this.#hasSigned(list, candidate, candidate.publicKey) ? this.#issuerKey(candidate) : undefined,
      );
      if (key !== undefined) return key;
    }
    return undefined;
  }

  #issuerKey(issuer: Certificate): PublicKey | undefined {
    if (!this.#issuers.has(issuer))
      this.#issuers.set(
        issuer,
        readable(() => this.#validKey(issuer)),
      );
    return this.#issuers.get(issuer);
  }

  /** @throws {PkiError} when `issuer` is not one below the same anchor */
  #validKey(issuer: Certificate): PublicKey | undefined {
    const { path, certificates, rules, work, requireUnrevoked } = this.#search;
    work.charge('path');
    const material = { anchors: [path.anchor], intermediates: certificates };
    return findPath(issuer, material, { now: rules.now, acceptWeak: rules.acceptWeak }, requireUnrevoked).publicKeys.at(
      -1,
    );
  }

  #hasSigned(list: IndexedCrl, issuer: Certificate, key: PublicKey): boolean {
    if (!issuer.subject.equals(list.crl.issuer)) return false;
    const usages = issuer.extension(keyUsage);
    return (usages === undefined || usages.has('cRLSign')) && verifyWithin(this.#search.work, list, key);
  }
}

/** Verifies a signature that is not known yet, unless that is to be done aside. @throws {PkiError} as `Crl.verify`, and when nothing more is verified */
export function verifyWithin(work: WorkLeft, list: IndexedCrl, key: PublicKey): boolean {
  const known = list.knownSignature(key);
  if (known !== undefined) return known;
  if (list.isMadeAside) work.refuse();
  work.charge('signature');
  return list.verify(key);
}

/** Maximum number of issuers of one name. */
const MAX_ISSUERS = 8;
