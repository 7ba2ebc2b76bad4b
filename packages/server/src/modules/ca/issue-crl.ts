/** Makes one CRL: builds it off the main thread, signs it, stores it, and tidies up what it makes needless (RFC 5280 §5). */
import { crlPieces } from '@sealwright/pki';
import type { Clock } from '../../kernel/clock.ts';
import { nowSeconds } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { KeyedQueue } from '../../kernel/keyed-queue.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import type { Random } from '../../kernel/random.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type Authorities, getById } from './authorities.ts';
import type { CaSigner } from './ca-signer.ts';
import { crlExtensions } from './crl-extensions.ts';
import { crlNumberWrite } from './crl-number.ts';
import { CrlParts } from './crl-parts.ts';
import type {
  CrlHead,
  CrlKind,
  CrlRecord,
  CrlScope,
  CrlStore,
  InsertCrl,
  UnsignedCrl,
  UnsignedCrls,
} from './crl-record.ts';
import { ClockSteppedBackError, DeltaCrlNotIssuedError, NoBaseCrlError } from './errors.ts';
import { requireCrlSigner, type SigningAuthority } from './x509-authority.ts';

export interface IssueCrlDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly signer: CaSigner;
  readonly crls: CrlStore;
  readonly unsigned: UnsignedCrls;
  readonly store: UnitOfWorkStore;
  /** The configuration epoch in force. */
  readonly epoch: () => number;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

/** A CRL that is stored. */
export interface IssuedCrl {
  readonly authority: SigningAuthority;
  readonly crl: CrlRecord;
  /** The base CRL before it. */
  readonly previousBase: CrlHead | undefined;
  readonly content: Pick<UnsignedCrl, 'expired' | 'changes'>;
}

/** Two at once get two numbers: in one process they wait for each other, of several the one that comes second is made anew. */
export class IssueCrl {
  readonly #deps: IssueCrlDeps;
  readonly #byScope = new KeyedQueue();

  constructor(deps: IssueCrlDeps) {
    this.#deps = deps;
  }

  /**
   * @throws {@link CaNotFoundError}, {@link CaNotActiveError}, {@link ClockSteppedBackError}
   * @throws {@link DeltaCrlNotIssuedError}, {@link NoBaseCrlError} for a delta CRL
   */
  async issue(administrator: Administrator, scope: CrlScope, kind: CrlKind): Promise<IssuedCrl> {
    return this.#byScope.run(`${scope.caId} ${scope.partition}`, async () => {
      let parts: CrlParts | undefined;
      try {
        return await planAndCommit(async () => {
          await parts?.discard();
          const id = this.#deps.ids.next();
          parts = new CrlParts(this.#deps, id);
          return this.#plan(administrator, scope, kind, { id, parts });
        }, this.#deps.store);
      } catch (error) {
        // Whether they can be taken away or not, the reason why there is no CRL is the answer; what is left is swept up later.
        await parts?.discard().catch(() => undefined);
        throw error;
      }
    });
  }

  async #plan(
    administrator: Administrator,
    scope: CrlScope,
    kind: CrlKind,
    target: { readonly id: number; readonly parts: CrlParts },
  ): Promise<Plan<IssuedCrl>> {
    const { access, audit, authorities, clock } = this.#deps;
    const epoch = this.#deps.epoch();
    const found = await getById(authorities, scope.caId);
    await access.authorize(administrator, Resource.caFunctionality.createCrl, Resource.ca(found.id));
    const authority = requireCrlSigner(found, nowSeconds(clock));
    const place = await this.#place(authority, scope, kind);
    const { crl, content } = await this.#make(authority, scope, place, target);
    const entry = {
      event: 'CRL_CREATION',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: authority.id,
      details: {
        number: crl.number,
        kind,
        partition: scope.partition,
        thisUpdate: crl.thisUpdate,
        nextUpdate: crl.nextUpdate,
        entries: content.entries,
      },
    } as const;
    const insert: InsertCrl = { op: 'crl.insert', crl };
    return {
      unit: audit.unit([crlNumberWrite(scope, place.last, place.number), insert], [entry], epoch),
      result: { authority, crl, previousBase: place.previousBase, content },
    };
  }

  /** Where the CRL stands among those of its partition. The last number is read first: whatever is stored after that is a conflict. */
  async #place(authority: SigningAuthority, scope: CrlScope, kind: CrlKind): Promise<Place> {
    const { crls, clock } = this.#deps;
    const { lifetimeSeconds, deltaLifetimeSeconds } = authority.settings.crl;
    if (kind === 'delta' && deltaLifetimeSeconds === 0) throw new DeltaCrlNotIssuedError(authority.name);
    const last = await crls.findNumber(scope);
    const [base, delta] = await Promise.all([crls.findLatestHead(scope, 'base'), crls.findLatestHead(scope, 'delta')]);
    if (kind === 'delta' && base?.deltaBase !== true) throw new NoBaseCrlError(authority.name, scope.partition);
    const thisUpdate = nextThisUpdate([base, delta], nowSeconds(clock));
    return {
      last,
      number: (last ?? 0) + 1,
      baseNumber: kind === 'delta' ? base?.number : undefined,
      thisUpdate,
      nextUpdate: thisUpdate + (kind === 'delta' ? deltaLifetimeSeconds : lifetimeSeconds),
      previousBase: base,
    };
  }

  async #make(
    authority: SigningAuthority,
    scope: CrlScope,
    place: Place,
    { id, parts }: { readonly id: number; readonly parts: CrlParts },
  ): Promise<{ readonly crl: CrlRecord; readonly content: Omit<UnsignedCrl, 'tbs'> }> {
    const { signer, unsigned, clock } = this.#deps;
    const { settings, issuer } = authority;
    const { signatureAlgorithm } = settings;
    const { number, baseNumber, thisUpdate, nextUpdate } = place;
    const outline = {
      signatureAlgorithm,
      issuer: issuer.certificate.subject.der,
      thisUpdate,
      nextUpdate,
      extensions: crlExtensions(authority, { partition: scope.partition, number, baseNumber }),
    };
    const expiredBefore = settings.crl.keepExpired ? 0 : (place.previousBase?.thisUpdate ?? 0);
    const content =
      baseNumber === undefined
        ? await unsigned.base(scope, outline, { expiredBefore })
        : await unsigned.delta(scope, outline);
    const signature = await signer.sign(authority, signatureAlgorithm, content.tbs);
    const crl = {
      id,
      ...scope,
      number,
      baseNumber,
      thisUpdate,
      nextUpdate,
      deltaBase: baseNumber === undefined && settings.crl.deltaLifetimeSeconds > 0,
      createdMs: clock.nowMs(),
      ...(await parts.store(crlPieces(content.tbs, signatureAlgorithm, signature))),
    };
    // Not the octets: whoever tidies up afterwards would hold them for nothing.
    const { entries, expired, changes } = content;
    return { crl, content: { entries, expired, changes } };
  }
}

/** Where a CRL stands among those of its partition. */
interface Place {
  /** The last number that was given. */
  readonly last: number | undefined;
  readonly number: number;
  readonly baseNumber: number | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly previousBase: CrlHead | undefined;
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
