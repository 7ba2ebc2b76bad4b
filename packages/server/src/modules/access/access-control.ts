import type { AuditLog } from '../audit/index.ts';
import { anyAllows } from './access-rules.ts';
import { actorOf, type Administrator } from './administrator.ts';
import { AccessDeniedError } from './errors.ts';
import { Resource } from './resources.ts';
import type { Role } from './role.ts';
import { isMember } from './role-member.ts';

/** Where the roles come from, with the epoch that they belong to. */
export interface RoleSource {
  /** Moves with every change of a role. */
  readonly epoch: number;
  roles(): Promise<readonly Role[]>;
}

/**
 * Decides what an administrator may do.
 *
 * The decision belongs to the epoch that it was made under; a unit that is committed under another one is planned, and so decided,
 * again.
 */
export class AccessControl {
  readonly #source: RoleSource;
  readonly #audit: AuditLog;
  #epoch = -1;
  /** The roles of each certificate seen under the present epoch. */
  #memberships = new Map<string, readonly Role[]>();

  constructor({ source, audit }: { readonly source: RoleSource; readonly audit: AuditLog }) {
    this.#source = source;
    this.#audit = audit;
  }

  /**
   * Requires the right to every one of `resources`, and to be an administrator at all.
   *
   * @throws {@link AccessDeniedError} naming the first that is missing; the refusal is recorded
   */
  async authorize(administrator: Administrator, ...resources: readonly string[]): Promise<void> {
    const missing = await this.#firstMissing(administrator, [Resource.administrator, ...resources]);
    if (missing === undefined) return;
    await this.#audit.record({
      event: 'ACCESS_CONTROL',
      outcome: 'FAILURE',
      actor: actorOf(administrator),
      details: { resource: missing },
    });
    throw new AccessDeniedError(missing);
  }

  /** Whether all of `resources` are allowed. For filtering what a caller sees; nothing is recorded. */
  async isAuthorized(administrator: Administrator, ...resources: readonly string[]): Promise<boolean> {
    return (await this.#firstMissing(administrator, resources)) === undefined;
  }

  async #firstMissing(administrator: Administrator, resources: readonly string[]): Promise<string | undefined> {
    if (administrator.kind !== 'certificate') return undefined;
    const roles = await this.#rolesOf(administrator.certificate.sha256Fingerprint, administrator);
    return resources.find((resource) => !anyAllows(roles, resource));
  }

  async #rolesOf(
    fingerprint: string,
    administrator: Administrator & { kind: 'certificate' },
  ): Promise<readonly Role[]> {
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
    memberships.set(fingerprint, roles);
    return roles;
  }
}

const MAX_CACHED = 10_000;
