/** Gives a CVC CA that is signed here its next key, with the next sequence number in its holder reference, and a certificate for it. */
import type { CvCertificate } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore, type Write } from '../../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import {
  type CaKeys,
  type CvcKey,
  type ManagedCaDeps,
  type ManagedCvcCa,
  type NextKeys,
  cvcKey,
  requireRenewableCvc,
  sequenceAfter,
  withNewKeys,
} from '../keys/index.ts';
import { type CaStatus, keepCaCertificate, keepFormerCertificate, updateOf } from '../records/index.ts';
import { type IssueCvcCaCertificate, type OwnCvCertificate, creationOf } from '../cvc/index.ts';
import { CaStatusError, cvSerialNumber, cvValidity } from '../authorities/index.ts';
import { CaCertificateRefusedError } from '../issuance/index.ts';
import { CaSignerError } from './errors.ts';

export interface RenewCvcCaDeps extends ManagedCaDeps {
  readonly audit: AuditLog;
  readonly cvcCertificates: IssueCvcCaCertificate;
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
  readonly clock: Clock;
  readonly ids: Ids;
}

export class RenewCvcCa {
  readonly #deps: RenewCvcCaDeps;

  constructor(deps: RenewCvcCaDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the CA sign under its next key from now on. The certificate before is kept; a country verifying CA certifies its next key with the
   * one before, so that cards follow it (BSI TR-03110 part 3 §2.4).
   *
   * @throws {@link CaCertificateRefusedError} without a new key: a holder reference names one key
   * @throws {@link CaSignerError} for a CA that is signed elsewhere
   */
  async renew(administrator: Administrator, name: string, { newKey }: { readonly newKey: boolean }): Promise<void> {
    const ca = await this.#require(administrator, name);
    if (!newKey) {
      const problem = 'its certificate names one key, so it is renewed with a new key only.';
      throw new CaCertificateRefusedError(name, problem);
    }
    const commit = (next: NextKeys) => planAndCommit(() => this.#plan(administrator, name, next), this.#deps.store);
    await withNewKeys(administrator, ca, this.#deps, commit, { after: sequenceAfter(ca) });
  }

  async #plan(administrator: Administrator, name: string, next: NextKeys): Promise<Plan<undefined>> {
    const { audit, cvcCertificates, tokens } = this.#deps;
    const epoch = this.#deps.epoch();
    const ca = await this.#require(administrator, name);
    const { state } = ca;
    const key = await cvcKey(ca, next, tokens);
    const own = await cvcCertificates.issue(administrator, { id: state.caId, name, ...key });
    const [certificate] = own.chain;
    const update = updateOf(state, {
      keyAlias: next.keyAlias,
      keySequence: next.keySequence,
      previousKeyAlias: state.keyAlias,
      chain: own.chain.map(({ der }) => der),
      notAfter: own.notAfter,
    });
    const entry = {
      event: 'CA_RENEWED',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: state.caId,
      serial: cvSerialNumber(certificate.holder),
      details: { name, keyAlias: next.keyAlias, holder: certificate.holder.text, notAfter: own.notAfter },
    } as const;
    const link = await this.#link(ca, key, own);
    const writes = [
      ...keepFormerCertificate(state, this.#deps),
      ...own.writes,
      ...(link === undefined ? [] : [this.#kept(ca, key, link)]),
      update,
      { op: 'epoch.move' },
    ];
    const links = link === undefined ? [] : [creationOf(administrator, state.caId, link)];
    return { unit: audit.unit(writes, [entry, ...own.entries, ...links], epoch), result: undefined };
  }

  /** The next key of a country verifying CA, certified by the one before; none for a document verifier. */
  async #link(ca: ManagedCvcCa, key: CvcKey, own: OwnCvCertificate): Promise<CvCertificate | undefined> {
    const { issuer } = ca.authority;
    if (issuer === undefined || issuer.certificate.authorization.role !== 'CVCA') return undefined;
    return this.#deps.cvcCertificates.link(ca, issuer, key, own);
  }

  #kept({ authority, state }: ManagedCvcCa, { keyAlias }: CvcKey, link: CvCertificate): Write {
    const chain = [link.der, ...authority.chain.map(({ der }) => der)];
    const { notAfter } = cvValidity(link);
    return keepCaCertificate({ caId: state.caId, role: 'new-with-old', keyAlias, chain, notAfter }, this.#deps);
  }

  async #require(administrator: Administrator, name: string): Promise<ManagedCvcCa> {
    const ca = await requireRenewableCvc(administrator, { name }, STATUSES, this.#deps);
    if (ca.settings.certificate.signedBy === 'External CA') {
      throw new CaSignerError(
        `CA '${name}' is signed elsewhere. Make a request, and receive the certificate that is made of it.`,
      );
    }
    // What signs itself signs its own renewal, and off line it signs nothing.
    if (ca.settings.certificate.signedBy === 'Self Signed' && ca.state.status !== 'ACTIVE')
      throw new CaStatusError(name, ca.state.status, ['ACTIVE']);
    return ca;
  }
}

const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE'];
