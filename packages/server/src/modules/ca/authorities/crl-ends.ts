/** Expiry of the CAs' CRLs. An offline CA makes no new CRLs, and once the last one expires relying parties refuse everything that it has issued. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { CrlStore } from '../records/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import type { Authorities } from './authorities.ts';
import { type CertificateAuthority, presentStatus } from '../kinds/index.ts';
import { EndsOfCas, type NotedEnd } from './ends-of-cas.ts';

/** Expiry of the newest base CRLs of a CA, over all of its partitions. */
export interface CrlEnd {
  /** Earliest nextUpdate among them, seconds since 1970; undefined if there is none. */
  readonly nextUpdate: number | undefined;
  /** Number of partitions without a CRL; the main CRL counts as one. */
  readonly missing: number;
}

/** A CA whose CRLs relying parties need, with their expiry. */
export type NeededCrls = NotedEnd<CrlEnd>;

export interface CrlEndsDeps {
  readonly authorities: Pick<Authorities, 'list'>;
  readonly crls: Pick<CrlStore, 'findLatestHead'>;
  readonly clock: Clock;
}

export class CrlEnds extends EndsOfCas<CrlEnd> {
  readonly #deps: CrlEndsDeps;

  constructor(deps: CrlEndsDeps) {
    super('note-crl-ends', deps);
    this.#deps = deps;
  }

  /** Returns undefined for a CA whose CRLs nobody needs, because it makes none or has no certificate in force. */
  async of(authority: CertificateAuthority): Promise<CrlEnd | undefined> {
    const { clock, crls } = this.#deps;
    if (authority.kind !== 'X509' || authority.settings.cryptoTokenId === undefined) return undefined;
    if (!NEEDED.has(presentStatus(authority, nowSeconds(clock)))) return undefined;
    let nextUpdate: number | undefined;
    let missing = 0;
    for (const partition of partitionsWithCrl(authority.settings.crl.partitions)) {
      if (partition % AT_ONCE === AT_ONCE - 1) await nextTurn();
      const head = await crls.findLatestHead({ caId: authority.id, partition }, 'base');
      if (head === undefined) missing++;
      else nextUpdate = Math.min(nextUpdate ?? head.nextUpdate, head.nextUpdate);
    }
    return { nextUpdate, missing };
  }
}

const NEEDED: ReadonlySet<string> = new Set(['ACTIVE', 'OFFLINE', 'REVOKED']);
/** CRL heads read before other events get a turn: reads of the embedded database are synchronous. */
const AT_ONCE = 100;
