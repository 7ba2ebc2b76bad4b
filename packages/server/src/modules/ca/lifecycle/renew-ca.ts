/** Gives a CA that is signed here another certificate, for the key it has or for the next one. */
import { Certificate } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import type { IssueCaCertificate, OwnCertificate } from '../x509/index.ts';
import {
  type CaKeys,
  type ManagedCa,
  type ManagedCaDeps,
  type NextKeys,
  getRenewable,
  requireRenewable,
  withKeys,
  withNewKeys,
} from '../keys/index.ts';
import { type CaStatus, keepFormerCertificate, updateOf } from '../records/index.ts';
import { CaStatusError, type CertificateAuthority } from '../authorities/index.ts';
import { CaCertificateRefusedError } from '../issuance/index.ts';
import { CaSignerError } from './errors.ts';
import type { LinkCertificates } from './link-certificates.ts';
import type { RenewCvcCa } from './renew-cvc-ca.ts';
import type { RenewSshCa } from './renew-ssh-ca.ts';

/** How a CA is renewed. */
export interface CaRenewal {
  /** A key like the present one, of the next sequence; else the present one goes on. */
  readonly newKey: boolean;
  /** What the new key of an SSH CA is to be: `Ed25519`, `P-256`, `3072`. Undefined: like the present one. */
  readonly keySpec?: string | undefined;
}

export interface RenewCaDeps extends ManagedCaDeps {
  readonly audit: AuditLog;
  readonly certificates: IssueCaCertificate;
  readonly links: LinkCertificates;
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  /** For CVC CAs. */
  readonly renewCvcCa: RenewCvcCa;
  /** For SSH CAs. */
  readonly renewSshCa: RenewSshCa;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
  readonly clock: Clock;
  readonly ids: Ids;
}

export class RenewCa {
  readonly #deps: RenewCaDeps;

  constructor(deps: RenewCaDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the CA sign under a new certificate from now on. The one before is kept for what was issued under it. When a CA that signs
   * itself gets another key, two certificates link it to the one before (RFC 4210 §4.4). CRLs go on with their numbers, under the new key.
   *
   * @throws {@link CaSignerError} for a CA that is signed elsewhere
   * @throws {@link CaStatusError}, {@link CaCertificateRefusedError}, {@link CaNotActiveError} of the CA that signs
   */
  async renew(administrator: Administrator, name: string, options: CaRenewal): Promise<void> {
    const entry = { event: 'CA_RENEWED', actor: actorOf(administrator), details: { name } } as const;
    await this.#deps.audit.recordingRefusal(entry, () => this.#renew(administrator, name, options));
  }

  async #renew(administrator: Administrator, name: string, { newKey, keySpec }: CaRenewal): Promise<void> {
    const { kind } = await getRenewable(administrator, { name }, this.#deps);
    requireUse(name, kind, { newKey, keySpec });
    if (kind === 'SSH') return this.#deps.renewSshCa.renew(administrator, name, { newKey, keySpec });
    if (kind === 'CVC') return this.#deps.renewCvcCa.renew(administrator, name, { newKey });
    const ca = await this.#require(administrator, name);
    const commit = (next: NextKeys | undefined) =>
      planAndCommit(() => this.#plan(administrator, name, next), this.#deps.store);
    await (newKey ? withNewKeys(administrator, ca, this.#deps, commit) : commit(undefined));
  }

  async #plan(administrator: Administrator, name: string, next: NextKeys | undefined): Promise<Plan<undefined>> {
    const { audit, certificates, tokens } = this.#deps;
    const epoch = this.#deps.epoch();
    const ca = await this.#require(administrator, name);
    const { state } = ca;
    const { keyAlias, alternativeKeyAlias, keySequence } = next ?? state;
    const certified = await withKeys(ca, { keyAlias, alternativeKeyAlias }, tokens);
    const own = await certificates.issue(administrator, certified);
    const linked = next === undefined ? undefined : await this.#deps.links.issue(administrator, ca, certified, own);
    const update = updateOf(state, {
      keyAlias,
      alternativeKeyAlias,
      keySequence,
      previousKeyAlias: next === undefined ? state.previousKeyAlias : state.keyAlias,
      chain: own.chain,
      notAfter: own.notAfter,
    });
    const entry = {
      event: 'CA_RENEWED',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: state.caId,
      serial: serialOf(own),
      details: { name, keyAlias, notAfter: own.notAfter },
    } as const;
    const writes = [
      ...keepFormerCertificate(state, this.#deps),
      ...own.writes,
      ...(linked?.writes ?? []),
      update,
      { op: 'epoch.move' },
    ];
    return { unit: audit.unit(writes, [entry, ...own.entries, ...(linked?.entries ?? [])], epoch), result: undefined };
  }

  async #require(administrator: Administrator, name: string): Promise<ManagedCa> {
    const ca = await requireRenewable(administrator, { name }, STATUSES, this.#deps);
    if (ca.settings.certificate.signedBy === 'External CA') {
      throw new CaSignerError(
        `CA '${name}' is signed elsewhere. Make a certification request, and receive the certificate that is made of it.`,
      );
    }
    // What signs itself signs its own renewal, and off line it signs nothing.
    if (ca.settings.certificate.signedBy === 'Self Signed' && ca.state.status !== 'ACTIVE')
      throw new CaStatusError(name, ca.state.status, ['ACTIVE']);
    return ca;
  }
}

/** The settings of a CA say what it signs with; those of an SSH CA alone follow its key. */
function requireUse(name: string, kind: CertificateAuthority['kind'], { newKey, keySpec }: CaRenewal): void {
  if (keySpec === undefined) return;
  if (kind !== 'SSH') throw new CaCertificateRefusedError(name, 'its next key is like the present one.');
  if (!newKey) throw new CaCertificateRefusedError(name, 'what a key is to be is for a new key.');
}

function serialOf({ chain }: OwnCertificate): string {
  return Certificate.parse(chain[0]!).serialNumber;
}

const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE'];
