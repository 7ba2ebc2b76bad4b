/** Makes a base CRL (RFC 5280 §5). */
import { assembleCrl, authorityKeyIdentifier, crlNumber, encodeTbsCrl, makeExtension } from '@sealwright/pki';
import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { nowSeconds } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type Authorities, getBySubject } from './authorities.ts';
import type { CaSigner } from './ca-signer.ts';
import { requireActive, type SigningAuthority } from './certificate-authority.ts';
import type { CrlHead, CrlRecord, CrlStore, InsertCrl, RevokedCertificates } from './crl-record.ts';
import { ClockSteppedBackError, DeltaCrlNotIssuedError } from './errors.ts';

/** What a caller learns of a CRL that was made. */
export interface CreatedCrl {
  /** The subject of the CA, as text. */
  readonly issuerDn: string;
  readonly number: number;
  readonly latestDeltaNumber: number | undefined;
}

export interface CreateCrlDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly signer: CaSigner;
  readonly crls: CrlStore;
  readonly revoked: RevokedCertificates;
  readonly store: UnitOfWorkStore;
  /** The configuration epoch in force. */
  readonly epoch: () => number;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The use case behind `createcrl`. Two at once get two numbers: the one that comes second is made anew. */
export class CreateCrl {
  readonly #deps: CreateCrlDeps;

  constructor(deps: CreateCrlDeps) {
    this.#deps = deps;
  }

  /**
   * @throws {@link CaNotFoundError}, {@link CaNotActiveError}, {@link DeltaCrlNotIssuedError}, {@link ClockSteppedBackError}
   */
  async create(administrator: Administrator, issuerDn: string, kind: 'base' | 'delta'): Promise<CreatedCrl> {
    return planAndCommit(() => this.#plan(administrator, issuerDn, kind), this.#deps.store);
  }

  async #plan(administrator: Administrator, issuerDn: string, kind: 'base' | 'delta'): Promise<Plan<CreatedCrl>> {
    const { access, audit, authorities, crls, revoked, clock } = this.#deps;
    const epoch = this.#deps.epoch();
    const found = await getBySubject(authorities, issuerDn);
    await access.authorize(administrator, Resource.caFunctionality.createCrl, Resource.ca(found.id));
    const authority = requireActive(found, nowSeconds(clock));
    if (kind === 'delta') throw new DeltaCrlNotIssuedError(found.name);
    const scope = { caId: authority.id, partition: 0 };
    const [base, delta] = await Promise.all([crls.findLatestHead(scope, 'base'), crls.findLatestHead(scope, 'delta')]);
    const thisUpdate = nextThisUpdate([base, delta], nowSeconds(clock));
    const expiredBefore = authority.settings.keepExpiredOnCrl ? 0 : (base?.thisUpdate ?? 0);
    const number = Math.max(base?.number ?? 0, delta?.number ?? 0) + 1;
    const crl = await this.#sign(authority, {
      number,
      thisUpdate,
      entries: await revoked.revokedEntries(scope, expiredBefore),
    });
    const entry = {
      event: 'CRL_CREATION',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: authority.id,
      details: { number, kind: 'base', thisUpdate, nextUpdate: crl.nextUpdate },
    } as const;
    const write: InsertCrl = { op: 'crl.insert', crl };
    return {
      unit: audit.unit([write], [entry], epoch),
      result: { issuerDn: authority.settings.subject.toString(), number, latestDeltaNumber: delta?.number },
    };
  }

  async #sign(
    authority: SigningAuthority,
    content: { readonly number: number; readonly thisUpdate: number; readonly entries: readonly Uint8Array[] },
  ): Promise<CrlRecord> {
    const { settings, issuer } = authority;
    const { number, thisUpdate, entries } = content;
    const nextUpdate = thisUpdate + settings.crlLifetimeSeconds;
    const tbs = encodeTbsCrl({
      signatureAlgorithm: settings.signatureAlgorithm,
      issuer: issuer.certificate.subject.der,
      thisUpdate,
      nextUpdate,
      entries,
      // RFC 5280 §5.2.1 and §5.2.3: which key signed, and the number.
      extensions: [
        makeExtension(authorityKeyIdentifier, { keyIdentifier: issuer.keyIdentifier }, false),
        makeExtension(crlNumber, BigInt(number), false),
      ],
    });
    const der = assembleCrl(
      tbs,
      settings.signatureAlgorithm,
      await this.#deps.signer.sign(authority, settings.signatureAlgorithm, tbs),
    );
    return {
      id: this.#deps.ids.next(),
      caId: authority.id,
      partition: 0,
      number,
      baseNumber: undefined,
      thisUpdate,
      nextUpdate,
      sha1: createHash('sha1').update(der).digest(),
      der,
      createdMs: this.#deps.clock.nowMs(),
    };
  }
}

/**
 * The thisUpdate of the next CRL: now, and never before the one of an earlier CRL.
 *
 * @throws {@link ClockSteppedBackError} when the clock lies more than a minute behind
 */
function nextThisUpdate(previous: readonly (CrlHead | undefined)[], now: number): number {
  const latest = Math.max(...previous.map((head) => head?.thisUpdate ?? 0));
  if (now < latest - TOLERATED_STEP_SECONDS) throw new ClockSteppedBackError();
  return Math.max(now, latest);
}

const TOLERATED_STEP_SECONDS = 60;
