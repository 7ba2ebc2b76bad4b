import type { AccessRules, NeededResource } from '../../kernel/access-rules.ts';
import { Pace } from '../../kernel/tasks/pace.ts';
import type { AuditLog } from '../audit/index.ts';
import { allows, anyAllows, firstNotHeld } from './access-rules.ts';
import { actorOf, type Administrator, type CertificateAdministrator } from './administrator.ts';
import { AccessDeniedError, type CredentialRefusal, CredentialsRefusedError } from './errors.ts';
import { pathOf } from './named-document.ts';
import { Resource } from './resources.ts';
import type { Role } from './role.ts';
import { type HolderNames, isMember, isNamed } from './role-member.ts';
import { type NameOf, shownResource } from './shown-resource.ts';

/** Source of the roles, with the epoch that they belong to. */
export interface RoleSource {
  /** Moves with every change of a role. */
  readonly epoch: number;
  roles(): Promise<readonly Role[]>;
  /** The names of documents that stand in rules by their ids. */
  nameOf(...document: Parameters<NameOf>): ReturnType<NameOf>;
}

/** Tells whether a credential that was good when a request arrived still is. */
export interface CredentialCheck {
  refusalOf(administrator: CertificateAdministrator): Promise<CredentialRefusal | undefined>;
}

/**
 * Decides what an administrator may do.
 *
 * The decision belongs to the epoch that it was made under; a unit that is committed under another one is planned, and so decided,
 * again.
 */
export class AccessControl {
  readonly #source: RoleSource;
  readonly #credentials: CredentialCheck;
  readonly #audit: AuditLog;
  #epoch = -1;
  /** The roles of each certificate seen under the present epoch. */
  #memberships = new Map<string, Membership>();

  constructor(deps: { readonly source: RoleSource; readonly credentials: CredentialCheck; readonly audit: AuditLog }) {
    this.#source = deps.source;
    this.#credentials = deps.credentials;
    this.#audit = deps.audit;
  }

  /**
   * Requires a credential that is still good, the right to every one of `resources`, and to be an administrator at all.
   *
   * Called within the plan, after its epoch was noted: a revocation of the caller's certificate moves the epoch, so that the plan
   * either sees it here or is made again.
   *
   * @throws {@link CredentialsRefusedError} when the credential is no longer good; the refusal is recorded
   * @throws {@link AccessDeniedError} naming the first that is missing; the refusal is recorded
   */
  async authorize(administrator: Administrator, ...resources: readonly NeededResource[]): Promise<void> {
    await this.requireGoodCredential(administrator);
    await this.requireRole(administrator, ...resources);
  }

  /** As {@link authorize}, of a caller whose credential was looked at just now. */
  async requireRole(administrator: Administrator, ...resources: readonly NeededResource[]): Promise<void> {
    if (administrator.kind !== 'certificate') return;
    const missing = await this.#firstMissing(administrator, [Resource.administrator, ...resources]);
    if (missing !== undefined) await this.#refuse(administrator, missing);
  }

  /**
   * Requires a credential that is still good, of a caller who may be in no role. For reads that filter by {@link isAuthorized} and show such a caller
   * nothing.
   *
   * @throws {@link CredentialsRefusedError}; the refusal is recorded
   */
  async requireGoodCredential(administrator: Administrator): Promise<void> {
    if (administrator.kind !== 'certificate') return;
    const reason = await this.#credentials.refusalOf(administrator);
    if (reason === undefined) return;
    await this.#audit.record({
      event: 'AUTHENTICATION',
      outcome: 'FAILURE',
      actor: actorOf(administrator),
      details: { reason },
    });
    throw new CredentialsRefusedError(reason);
  }

  /**
   * Requires that the administrator may do everything that `rules` allow: nobody gives others, or themselves, more than they have.
   *
   * @throws {@link AccessDeniedError} naming a resource that the rules allow and no role of the administrator does; the refusal is recorded
   */
  async authorizeGrant(administrator: Administrator, rules: AccessRules): Promise<void> {
    if (administrator.kind !== 'certificate') return;
    const roles = await this.#rolesOf(administrator);
    const missing = firstNotHeld(rules, roles);
    if (missing !== undefined) await this.#refuse(administrator, missing);
  }

  /**
   * Requires that the administrator may do everything that the roles allow whose members are checked against this issuer: who replaces
   * its certificate, or lets others enroll under any name, decides who these members are.
   *
   * @throws {@link AccessDeniedError} as {@link authorizeGrant}
   */
  async authorizeIssuerChange(administrator: Administrator, issuerCaId: number): Promise<void> {
    if (administrator.kind !== 'certificate') return;
    for (const { members, rules } of await this.#source.roles()) {
      if (members.some((member) => member.issuerCaId === issuerCaId)) await this.authorizeGrant(administrator, rules);
    }
  }

  /**
   * Finds a role that every certificate with these names is a member of, and that allows more than the administrator may do.
   *
   * An operator on the host may do everything. The program itself holds no role, so any role with rights is beyond it.
   */
  async findRoleBeyond(
    administrator: Administrator,
    issuerCaId: number,
    names: HolderNames,
  ): Promise<Role | undefined> {
    if (administrator.kind === 'host') return undefined;
    const named = (await this.#source.roles()).filter(({ members }) =>
      members.some((member) => isNamed(member, issuerCaId, names)),
    );
    if (named.length === 0) return undefined;
    const held = administrator.kind === 'certificate' ? await this.#rolesOf(administrator) : [];
    return named.find(({ rules }) => firstNotHeld(rules, held) !== undefined);
  }

  /** Returns whether all of `resources` are allowed. For filtering what a caller sees; nothing is recorded. */
  async isAuthorized(administrator: Administrator, ...resources: readonly NeededResource[]): Promise<boolean> {
    return (await this.#firstMissing(administrator, resources)) === undefined;
  }

  /** As {@link isAuthorized}, of somebody who does not call now: their credential has to be one that would still be let in. */
  async isStillAuthorized(
    administrator: CertificateAdministrator,
    ...resources: readonly NeededResource[]
  ): Promise<boolean> {
    if ((await this.#credentials.refusalOf(administrator)) !== undefined) return false;
    return this.isAuthorized(administrator, Resource.administrator, ...resources);
  }

  /**
   * Finds the changes of roles that would have to be left out so that the administrator could still do everything, each with something that
   * it takes. What is lost is judged with all changes together: a right may move from one role to another.
   *
   * @param changed - roles as they become, by document id
   * @returns by document id; empty when the changes take nothing
   */
  async rightsLost(
    administrator: Administrator,
    changed: ReadonlyMap<number, Omit<Role, 'id' | 'name' | 'namespace'>>,
  ): Promise<ReadonlyMap<number, string>> {
    if (administrator.kind !== 'certificate') return new Map();
    const held = await this.#rolesOf(administrator);
    // A change of any other role can only give.
    if (!held.some(({ id }) => changed.has(id))) return new Map();
    const pace = new Pace();
    const after = new Map<number, Pick<Role, 'rules'>>(held.map((role) => [role.id, role]));
    for (const [id, role] of changed) {
      await pace.step();
      if (role.members.some((member) => isMember(member, administrator))) after.set(id, role);
      else after.delete(id);
    }
    const lost = new Map<number, string>();
    for (const [{ id }, path] of await changesThatTake(held, after, pace))
      lost.set(id, await shownResource(path, (type, of) => this.#source.nameOf(type, of), held));
    return lost;
  }

  /** The roles that the administrator is in, by document id. None of those who have no certificate. */
  async roleIdsOf(administrator: Administrator): Promise<ReadonlySet<number>> {
    if (administrator.kind !== 'certificate') return new Set();
    const roles = await this.#rolesOf(administrator);
    return new Set(roles.map(({ id }) => id));
  }

  async #refuse(administrator: CertificateAdministrator, needed: NeededResource): Promise<never> {
    const nameOf: NameOf = (type, id) => this.#source.nameOf(type, id);
    const resource = pathOf(needed);
    const roles = await this.#rolesOf(administrator);
    const shown = typeof needed === 'string' ? await shownResource(resource, nameOf, roles) : needed.shown;
    const recorded = typeof needed === 'string' ? await shownResource(resource, nameOf) : shown;
    await this.#audit.record({
      event: 'ACCESS_CONTROL',
      outcome: 'FAILURE',
      actor: actorOf(administrator),
      details: { resource: recorded },
    });
    throw new AccessDeniedError(shown);
  }

  async #firstMissing(
    administrator: Administrator,
    resources: readonly NeededResource[],
  ): Promise<NeededResource | undefined> {
    if (administrator.kind !== 'certificate') return undefined;
    const membership = await this.#membershipOf(administrator.certificate.sha256Fingerprint, administrator);
    return resources.find((resource) => !isAllowed(membership, pathOf(resource)));
  }

  async #rolesOf(administrator: CertificateAdministrator): Promise<readonly Role[]> {
    return (await this.#membershipOf(administrator.certificate.sha256Fingerprint, administrator)).roles;
  }

  async #membershipOf(
    fingerprint: string,
    administrator: Administrator & { kind: 'certificate' },
  ): Promise<Membership> {
    const { epoch } = this.#source;
    if (epoch !== this.#epoch || this.#memberships.size > MAX_CACHED) {
      this.#epoch = epoch;
      this.#memberships = new Map();
    }
    // The map is taken before the wait: roles that were read for one epoch are never kept for the next.
    const memberships = this.#memberships;
    const known = memberships.get(fingerprint);
    if (known !== undefined) return known;
    const roles = (await this.#source.roles()).filter(({ members }) =>
      members.some((member) => isMember(member, administrator)),
    );
    const membership = { roles, decisions: new Map<string, boolean>() };
    memberships.set(fingerprint, membership);
    return membership;
  }
}

/** The roles of a certificate under one epoch, and what was asked of them. */
interface Membership {
  readonly roles: readonly Role[];
  readonly decisions: Map<string, boolean>;
}

function isAllowed({ roles, decisions }: Membership, resource: string): boolean {
  const known = decisions.get(resource);
  if (known !== undefined) return known;
  const allowed = anyAllows(roles, resource);
  if (decisions.size < MAX_DECISIONS) decisions.set(resource, allowed);
  return allowed;
}

/**
 * Puts roles back into `after` until it allows all that `held` does.
 *
 * @returns the roles put back, each with a path that was lost without it
 */
async function changesThatTake(
  held: readonly Role[],
  after: Map<number, Pick<Role, 'rules'>>,
  pace: Pace,
): Promise<ReadonlyMap<Role, string>> {
  const back = new Map<Role, string>();
  // What rules say changes only at a path that has a rule.
  const paths = new Set([...held, ...after.values()].flatMap(({ rules }) => [...rules.keys()]));
  let isSettled: boolean;
  do {
    isSettled = true;
    for (const path of paths) {
      await pace.step();
      if (after.values().some(({ rules }) => allows(rules, path))) continue;
      const role = held.find(({ rules }) => allows(rules, path));
      if (role === undefined) continue;
      after.set(role.id, role);
      back.set(role, path);
      // The change of this role may have allowed what was looked at before.
      isSettled = false;
    }
  } while (!isSettled);
  return back;
}

const MAX_CACHED = 10_000;
const MAX_DECISIONS = 100;
