/** Expiry of the CAs' OCSP responders. They are renewed automatically as long as their CAs can sign. */
import { Certificate } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { type Authorities, EndsOfCas, type NotedEnd, type ResponderEnd } from '../authorities/index.ts';
import {
  type CertificateAuthority,
  type KeyGeneration,
  keyGenerationsOf,
  presentStatus,
  type X509Authority,
} from '../kinds/index.ts';
import {
  type CaStateStore,
  type CertificateStore,
  isRevoked,
  type OcspResponderRecord,
  type OcspResponderStore,
} from '../records/index.ts';

/** A CA whose OCSP responders relying parties query, with their expiry. */
export type NeededResponders = NotedEnd<ResponderEnd>;

export interface ResponderEndsDeps {
  readonly authorities: Pick<Authorities, 'list'>;
  readonly certificates: Pick<CertificateStore, 'findStatus'>;
  readonly clock: Clock;
  readonly responders: Pick<OcspResponderStore, 'listOfCa'>;
  readonly states: Pick<CaStateStore, 'listFurtherCertificates'>;
}

export class ResponderEnds extends EndsOfCas<ResponderEnd> {
  readonly #deps: ResponderEndsDeps;

  constructor(deps: ResponderEndsDeps) {
    super('note-ocsp-responder-ends', deps);
    this.#deps = deps;
  }

  /** Returns undefined for a CA without delegated responders or without a certificate in force, and for an external CA that has certified no responder here. */
  async of(authority: CertificateAuthority): Promise<ResponderEnd | undefined> {
    const { clock, responders, states } = this.#deps;
    const now = nowSeconds(clock);
    if (authority.kind !== 'X509' || authority.settings.ocsp.signer !== 'DELEGATED') return undefined;
    const isElsewhere = authority.status === 'EXTERNAL';
    if (!isElsewhere && authority.settings.cryptoTokenId === undefined) return undefined;
    if (!NEEDED.has(presentStatus(authority, now))) return undefined;
    const records = await responders.listOfCa(authority.id, MAX_RESPONDERS);
    if (isElsewhere && records.length === 0) return undefined;
    const found: ResponderEnd[] = [];
    for (const generation of await keyGenerationsOf(authority, states)) {
      // Former keys of an external CA have no responder here.
      if (generation.notAfter < now || (isElsewhere && !generation.isPresent)) continue;
      const record = records.find(({ issuerKeySha256 }) => issuerKeySha256.toHex() === generation.fingerprint);
      found.push(await this.#endOf(authority, generation, record, now));
    }
    const ends = found.flatMap(({ notAfter }) => notAfter ?? []);
    return {
      notAfter: ends.length === 0 ? undefined : Math.min(...ends),
      missing: found.filter(({ missing }) => missing > 0).length,
      endsSoon: found.some(({ endsSoon }) => endsSoon),
    };
  }

  async #endOf(
    { id, settings: { ocsp }, status }: X509Authority,
    { issuer }: KeyGeneration,
    record: OcspResponderRecord | undefined,
    now: number,
  ): Promise<ResponderEnd> {
    if (record === undefined) return MISSING;
    const certificate = Certificate.parse(record.certificate);
    if (await isRevoked(this.#deps.certificates, id, certificate)) return MISSING;
    const { notBefore, notAfter } = certificate;
    const life = notAfter - notBefore;
    const isLate = notAfter - now <= life * WARNED_WITH_LEFT;
    // A responder that expires with its CA cannot be renewed, and causes no warning.
    const wanted = Math.min(now + ocsp.responderLifetimeSeconds, issuer.certificate.notAfter);
    const isWanted = status === 'EXTERNAL' ? issuer.certificate.notAfter > notAfter : wanted > notAfter + life / 100;
    return { notAfter, missing: 0, endsSoon: isLate && isWanted };
  }
}

const NEEDED: ReadonlySet<string> = new Set(['ACTIVE', 'OFFLINE', 'REVOKED', 'EXTERNAL']);
const MISSING: ResponderEnd = { notAfter: undefined, missing: 1, endsSoon: false };
/** Fraction of its lifetime that a certificate has left when a warning is reported; it is renewed when a third is left. */
const WARNED_WITH_LEFT = 1 / 4;
const MAX_RESPONDERS = 1000;
