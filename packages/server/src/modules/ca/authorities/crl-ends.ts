/** Expiry of the CAs' CRLs. An offline CA makes no new CRLs, and once the last one expires relying parties refuse everything that it has issued. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { every, type Task } from '../../background/index.ts';
import type { CrlStore } from '../records/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import type { Authorities } from './authorities.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import { presentStatus } from './common-authority.ts';

/** Expiry of the newest base CRLs of a CA, over all of its partitions. */
export interface CrlEnd {
  /** Earliest nextUpdate among them, seconds since 1970; undefined if there is none. */
  readonly nextUpdate: number | undefined;
  /** Number of partitions without a CRL; the main CRL counts as one. */
  readonly missing: number;
}

/** A CA whose CRLs relying parties need, with their expiry. */
export interface NeededCrls extends CrlEnd {
  readonly authority: CertificateAuthority;
}

export interface CrlEndsDeps {
  readonly authorities: Pick<Authorities, 'list'>;
  readonly crls: Pick<CrlStore, 'findLatestHead'>;
  readonly clock: Clock;
}

export class CrlEnds {
  readonly #deps: CrlEndsDeps;
  #noted: readonly NeededCrls[] | undefined;

  constructor(deps: CrlEndsDeps) {
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

  /** Result of the task's last run; undefined before its first. */
  get noted(): readonly NeededCrls[] | undefined {
    return this.#noted;
  }

  /** Task that notes the expiry of all CAs' CRLs, for the operators of this process. */
  get task(): Task {
    return {
      name: 'note-crl-ends',
      where: 'each-process',
      schedule: every(NOTING_MS),
      run: async (signal) => {
        const found: NeededCrls[] = [];
        for (const authority of await this.#deps.authorities.list()) {
          if (signal.aborted) return;
          await nextTurn();
          const end = await this.of(authority);
          if (end !== undefined) found.push({ ...end, authority });
        }
        this.#noted = found;
      },
    };
  }
}

const NEEDED: ReadonlySet<string> = new Set(['ACTIVE', 'OFFLINE', 'REVOKED']);
/** CRL heads read before other events get a turn: reads of the embedded database are synchronous. */
const AT_ONCE = 100;
const NOTING_MS = 300_000;
