/**
 * The policies that all certificates of a path were issued under (RFC 5280 §6.1, as RFC 9618 §5 has it).
 *
 * RFC 5280 grows a tree, which a few certificates can make exponentially large. Here a policy stands once on each level and has as many parents
 * as it likes, with the same results.
 */
import type { Oid } from '../der/index.ts';
import { ANY_POLICY, type PolicyMapping } from '../extension/index.ts';
import { PathError } from './errors.ts';

/** Policies of a certificate, and what the path so far makes of them. */
export interface CertificatePolicies {
  readonly policies: readonly Oid[];
  /** True when anyPolicy counts in this certificate. */
  readonly allowsAny: boolean;
}

interface PolicyNode {
  readonly policy: Oid;
  /** Names that the next certificate may use for it. */
  expected: ReadonlySet<Oid>;
  readonly parents: ReadonlySet<PolicyNode>;
}

type Level = Map<Oid, PolicyNode>;

export class PolicyGraph {
  #level: Level = new Map([[ANY_POLICY, { policy: ANY_POLICY, expected: new Set([ANY_POLICY]), parents: NO_PARENTS }]]);

  /** Returns whether there is no policy left; it stays so. */
  get isEmpty(): boolean {
    return this.#level.size === 0;
  }

  /** Takes the policies of the next certificate in (§6.1.3 (d) and (e)); none at all when it has no such extension. */
  enter(certificate: CertificatePolicies | undefined): void {
    this.#level = certificate === undefined || this.isEmpty ? new Map() : nextLevel(this.#level, certificate);
  }

  /**
   * Applies the mappings of the certificate that was entered last (§6.1.4 (a) and (b)).
   *
   * @param inhibited - whether policies are no longer mapped; those that would be are taken out
   * @throws {@link PathError} `path.bad_policies`
   */
  map(mappings: readonly PolicyMapping[], inhibited: boolean): void {
    requireFew(mappings.length);
    for (const [from, to] of grouped(mappings)) {
      if (from === ANY_POLICY || to.has(ANY_POLICY))
        throw new PathError('path.bad_policies', 'a policy is mapped to or from anyPolicy');
      if (inhibited) this.#level.delete(from);
      else this.#mapOne(from, to);
    }
  }

  /**
   * The policies of the path in the words of its first CA, limited to those that the user accepts (§6.1.5 (g)).
   *
   * @param accepted - undefined for any
   * @returns with anyPolicy in it when every policy will do
   */
  result(accepted: ReadonlySet<Oid> | undefined): ReadonlySet<Oid> {
    const found = this.#authorityPolicies();
    if (accepted === undefined) return found;
    if (found.has(ANY_POLICY)) return accepted;
    return new Set([...found].filter((policy) => accepted.has(policy)));
  }

  #mapOne(from: Oid, to: ReadonlySet<Oid>): void {
    const node = this.#level.get(from);
    const any = this.#level.get(ANY_POLICY);
    if (node !== undefined) node.expected = to;
    else if (any !== undefined) this.#level.set(from, { policy: from, expected: to, parents: any.parents });
  }

  /** Returns the nodes at which the ways up from the last level leave the row of anyPolicy. */
  #authorityPolicies(): ReadonlySet<Oid> {
    const found = new Set<Oid>();
    const waiting = [...this.#level.values()];
    const seen = new Set(waiting);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.policy === ANY_POLICY || [...node.parents].some(({ policy }) => policy === ANY_POLICY)) {
        found.add(node.policy);
        continue;
      }
      for (const parent of node.parents) {
        if (seen.has(parent)) continue;
        seen.add(parent);
        waiting.push(parent);
      }
    }
    return found;
  }
}

function nextLevel(above: Level, { policies, allowsAny }: CertificatePolicies): Level {
  requireFew(policies.length);
  const level: Level = new Map();
  const expecting = byExpected(above);
  const any = above.get(ANY_POLICY);
  for (const policy of policies) {
    if (policy === ANY_POLICY) continue;
    const parents = expecting.get(policy) ?? (any && new Set([any]));
    if (parents !== undefined) level.set(policy, makeNode(policy, parents));
  }
  if (!allowsAny || !policies.includes(ANY_POLICY)) return level;
  for (const [policy, parents] of expecting) if (!level.has(policy)) level.set(policy, makeNode(policy, parents));
  return level;
}

function makeNode(policy: Oid, parents: ReadonlySet<PolicyNode>): PolicyNode {
  return { policy, expected: new Set([policy]), parents };
}

function byExpected(level: Level): ReadonlyMap<Oid, ReadonlySet<PolicyNode>> {
  const found = new Map<Oid, Set<PolicyNode>>();
  for (const node of level.values()) {
    for (const policy of node.expected) {
      const nodes = found.get(policy);
      if (nodes === undefined) found.set(policy, new Set([node]));
      else nodes.add(node);
    }
  }
  return found;
}

function grouped(mappings: readonly PolicyMapping[]): ReadonlyMap<Oid, ReadonlySet<Oid>> {
  const found = new Map<Oid, Set<Oid>>();
  for (const { issuerDomainPolicy, subjectDomainPolicy } of mappings) {
    const subjects = found.get(issuerDomainPolicy);
    if (subjects === undefined) found.set(issuerDomainPolicy, new Set([subjectDomainPolicy]));
    else subjects.add(subjectDomainPolicy);
  }
  return found;
}

function requireFew(count: number): void {
  if (count > MAX_POLICIES)
    throw new PathError(
      'path.bad_policies',
      `a certificate has ${count} policies or mappings; ${MAX_POLICIES} are read`,
    );
}

const NO_PARENTS: ReadonlySet<PolicyNode> = new Set();
/** Maximum number of policies of one certificate, and of its mappings. */
const MAX_POLICIES = 256;
