/** Present and former certificates of CAs, found by hashes of names and keys as relying parties search for them (RFC 4387 §2.1). */
import { Certificate, DistinguishedName, PkiError, subjectKeyIdentifier } from '@sealwright/pki';
import { createHash } from 'node:crypto';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { CaStateStore } from '../records/index.ts';
import type { Authorities } from './authorities.ts';

/** A certificate of a CA. */
export interface PublishedCertificate {
  /** Id of the CA's document. */
  readonly caId: number;
  readonly certificate: Certificate;
  /** False for former certificates and keys, and for link certificates. */
  readonly present: boolean;
}

/** Search keys. The value of each is a SHA-1 hash in hexadecimal. */
export type PublishedBy = 'certHash' | 'iHash' | 'sHash' | 'sKIDHash';

export interface PublishedCertificatesDeps {
  readonly authorities: Pick<Authorities, 'findById'>;
  readonly configuration: Pick<Configuration, 'epoch'>;
  readonly states: Pick<CaStateStore, 'listFurtherCertificates' | 'listVersions'>;
}

/**
 * The certificates of all X.509 CAs, external ones included. They are public: relying parties build paths from them.
 *
 * Kept in memory. When the epoch has changed, the states of the CAs are compared and only changed CAs are read again.
 */
export class PublishedCertificates extends WithDeps<PublishedCertificatesDeps> {
  readonly #byCa = new Map<number, CaEntry>();
  #found = new Map<string, readonly PublishedCertificate[]>();
  #epoch = -1;
  #following: Promise<void> | undefined;

  /**
   * Finds the certificates with a hash, present certificates first.
   *
   * @param hash - for `iHash` and `sHash`, of the DER of the issuer's and the subject's name; for `sKIDHash`, of the key or the subject key
   *   identifier, or that identifier itself, as in EJBCA; for `certHash`, of the certificate
   */
  async find(by: PublishedBy, hash: string): Promise<readonly PublishedCertificate[]> {
    await this.#follow();
    return this.#found.get(`${by} ${hash}`) ?? [];
  }

  /**
   * Finds the CA whose subject has the attributes of a name in any order, since EJBCA writes names in an order of its own.
   *
   * @returns undefined if the text is not a name or several CAs have these attributes
   */
  async findByAttributes(name: string): Promise<number | undefined> {
    const attributes = attributesIn(name);
    if (attributes === undefined) return undefined;
    await this.#follow();
    const found = this.#found.get(`attributes ${attributes}`) ?? [];
    const [caId, ...others] = new Set(found.map((one) => one.caId));
    return others.length === 0 ? caId : undefined;
  }

  /** Lists the certificates of a CA: the present one first, then the others, newest first. */
  async ofCa(caId: number): Promise<readonly PublishedCertificate[]> {
    await this.#follow();
    return this.#byCa.get(caId)?.certificates ?? [];
  }

  async #follow(): Promise<void> {
    while (this.#epoch !== this.deps.configuration.epoch) {
      this.#following ??= this.#readChanges().finally(() => (this.#following = undefined));
      await this.#following;
    }
  }

  async #readChanges(): Promise<void> {
    const { configuration, states } = this.deps;
    const { epoch } = configuration;
    const left = new Set(this.#byCa.keys());
    let changed = false;
    for (let after = 0; ;) {
      const page = await states.listVersions(after, CAS_AT_ONCE);
      for (const { caId, version } of page) {
        left.delete(caId);
        if (this.#byCa.get(caId)?.version === version) continue;
        this.#byCa.set(caId, { version, certificates: await this.#certificatesOf(caId) });
        changed = true;
      }
      if (page.length < CAS_AT_ONCE) break;
      after = page.at(-1)!.caId;
    }
    for (const gone of left) this.#byCa.delete(gone);
    if (changed || left.size > 0) this.#found = indexOf(this.#byCa.values());
    // If the epoch has changed meanwhile, the next call reads again.
    this.#epoch = epoch;
  }

  async #certificatesOf(caId: number): Promise<readonly PublishedCertificate[]> {
    const authority = await this.deps.authorities.findById(caId);
    if (authority?.kind !== 'X509') return [];
    const own = authority.chain.slice(0, 1).map((certificate) => ({ caId, certificate, present: true }));
    const further = await this.deps.states.listFurtherCertificates(caId, MAX_FURTHER);
    const others = further.map(({ chain }) => ({ caId, certificate: Certificate.parse(chain[0]!), present: false }));
    return [...own, ...others];
  }
}

interface CaEntry {
  readonly version: number;
  readonly certificates: readonly PublishedCertificate[];
}

function indexOf(entries: Iterable<CaEntry>): Map<string, readonly PublishedCertificate[]> {
  const found = new Map<string, PublishedCertificate[]>();
  for (const { certificates } of entries) {
    for (const published of certificates) {
      for (const key of new Set(keysOf(published.certificate))) {
        const same = found.get(key);
        if (same === undefined) found.set(key, [published]);
        else if (published.present) same.unshift(published);
        else same.push(published);
      }
    }
  }
  return found;
}

function keysOf(certificate: Certificate): readonly string[] {
  const { issuer, publicKey, sha1Fingerprint, subject } = certificate;
  const identifier = certificate.extension(subjectKeyIdentifier) ?? publicKey.keyIdentifier;
  return [
    `certHash ${sha1Fingerprint}`,
    `iHash ${sha1Of(issuer.der)}`,
    `sHash ${sha1Of(subject.der)}`,
    `sKIDHash ${identifier.toHex()}`,
    `sKIDHash ${sha1Of(identifier)}`,
    `sKIDHash ${publicKey.keyIdentifier.toHex()}`,
    `attributes ${attributesOf(subject)}`,
  ];
}

/** Returns the attributes of a name in sorted order. Letter case and blanks do not count (RFC 5280 §7.1). */
function attributesOf({ rdns }: DistinguishedName): string {
  return rdns
    .flat()
    .map(({ type, value }) => `${type}=${value.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')}`)
    .toSorted()
    .join('\n');
}

function attributesIn(text: string): string | undefined {
  try {
    return attributesOf(DistinguishedName.parse(text));
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function sha1Of(octets: Uint8Array): string {
  return createHash('sha1').update(octets).digest('hex');
}

const CAS_AT_ONCE = 1000;
/** Limit on further certificates read: more than a CA that is renewed every year gets in thirty years. */
const MAX_FURTHER = 100;
