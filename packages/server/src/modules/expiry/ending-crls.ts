/** CRLs that end soon without a successor in sight. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WithDeps } from '../../kernel/with-deps.ts';
import {
  type Authorities,
  type CertificateAuthority,
  type CrlHead,
  type CrlKind,
  type CrlStore,
  partitionsWithCrl,
  signsCrls,
} from '../ca/index.ts';
import type { CryptoTokens } from '../crypto-tokens/index.ts';
import type { Ending } from '../notices/index.ts';
import type { EndingQuery } from './ending-authorities.ts';
import { isOverdue, isTimeToTell } from './telling-time.ts';

export interface EndingCrlsDeps {
  readonly authorities: Pick<Authorities, 'list'>;
  readonly crls: Pick<CrlStore, 'findLatestHead'>;
  readonly tokens: Pick<CryptoTokens, 'state'>;
}

export class EndingCrls extends WithDeps<EndingCrlsDeps> {
  /**
   * Finds them among the newest of each kind and partition. Where the program makes the next one by itself, they are those for which it has not done so in
   * half of the time that it had; elsewhere, as with a CA that is off line, those that end soon.
   *
   * @param updatedCas - the CAs whose CRLs a service makes
   */
  async find(query: EndingQuery, updatedCas: ReadonlySet<number> | 'any', signal: AbortSignal): Promise<Ending[]> {
    const found: Ending[] = [];
    for (const authority of await this.deps.authorities.list()) {
      if (query.caIds !== 'any' && !query.caIds.has(authority.id)) continue;
      if (authority.kind !== 'X509') continue;
      const isUpdated =
        (updatedCas === 'any' || updatedCas.has(authority.id)) && (await this.#isReady(authority, query));
      for (const partition of partitionsWithCrl(authority.settings.crl.partitions)) {
        await nextTurn();
        if (signal.aborted) return found;
        for (const kind of KINDS) {
          const head = await this.deps.crls.findLatestHead({ caId: authority.id, partition }, kind);
          if (head === undefined || !isDue(authority, head, kind, query, isUpdated)) continue;
          found.push(endingOf(authority, head, { kind, partition, isUpdated }));
        }
      }
    }
    return found;
  }

  /** Tells whether a CRL can be made now. */
  async #isReady(authority: CertificateAuthority, { now }: EndingQuery): Promise<boolean> {
    if (!signsCrls(authority, now)) return false;
    return (await this.deps.tokens.state(authority.settings.cryptoTokenId)) === 'active';
  }
}

function isDue(
  { settings: { crl } }: Extract<CertificateAuthority, { kind: 'X509' }>,
  { thisUpdate, nextUpdate }: CrlHead,
  kind: CrlKind,
  { secondsBefore, now }: EndingQuery,
  isUpdated: boolean,
): boolean {
  // Without delta CRLs from now on, the last one only ends.
  if (kind === 'delta' && crl.deltaLifetimeSeconds === 0) return false;
  if (!isUpdated) return isTimeToTell({ begins: thisUpdate, ends: nextUpdate }, secondsBefore, now);
  const overlap = kind === 'base' ? crl.overlapSeconds : Math.min(crl.overlapSeconds, crl.deltaLifetimeSeconds / 2);
  return isOverdue({ ends: nextUpdate }, nextUpdate - overlap, now);
}

function endingOf(
  { id, name, keyAlias, settings }: CertificateAuthority,
  { number, nextUpdate }: CrlHead,
  { kind, partition, isUpdated }: { readonly kind: CrlKind; readonly partition: number; readonly isUpdated: boolean },
): Ending {
  return {
    kind: 'crl',
    object: `crl ${id} ${partition} ${kind} ${number}`,
    name: `${kind === 'delta' ? 'delta ' : ''}number ${number} of '${name}'${partition === 0 ? '' : `, partition ${partition}`}`,
    endsAt: nextUpdate,
    facts: { issuer: settings.subject.toString(), crl_number: String(number) },
    advice: adviceOf(name, keyAlias, isUpdated),
  };
}

function adviceOf(name: string, keyAlias: string, isUpdated: boolean): string {
  const consequence = 'From this date on relying parties may refuse every certificate of the CA.';
  if (keyAlias === '') return `Import the next CRL of '${name}' with "sealwright crl import". ${consequence}`;
  if (isUpdated)
    return `The next one is overdue: the log says why it fails ("background task failed"). "sealwright crl create" makes one. ${consequence}`;
  return `Activate the CA and its crypto token and make the next one with "sealwright crl create", or have a CRL Updater do so. ${consequence}`;
}

const KINDS: readonly CrlKind[] = ['base', 'delta'];
