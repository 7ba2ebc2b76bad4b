/** Rules on resource paths: the longest rule that covers a resource decides, and no rule is a refusal. */
import type { AccessRules } from '../../kernel/access-rules.ts';

/**
 * Returns whether one role's rules allow `resource`.
 *
 * @param resource - a path such as `/ca_functionality/create_certificate`, with or without a slash at its end
 */
export function allows(rules: AccessRules, resource: string): boolean {
  let path = resource.endsWith('/') ? resource : `${resource}/`;
  for (;;) {
    const rule = rules.get(path);
    if (rule !== undefined) return rule === 'allow';
    if (path === '/') return false;
    path = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
  }
}

/**
 * Returns whether any of several roles allows `resource`.
 *
 * A denial in one role does not take away what another role grants: each role is asked on its own.
 */
export function anyAllows(roles: readonly { readonly rules: AccessRules }[], resource: string): boolean {
  return roles.some(({ rules }) => allows(rules, resource));
}

/**
 * The first path on which `granted` allows something that none of `held` allows; undefined when there is none.
 *
 * What rules say changes only at a path that has a rule, so these are all the places to look at. Denials below what is allowed count:
 * `/` is more than `/` without `/ca/17/`.
 */
export function firstNotHeld(
  granted: AccessRules,
  held: readonly { readonly rules: AccessRules }[],
): string | undefined {
  const paths = new Set([...granted.keys(), ...held.flatMap(({ rules }) => [...rules.keys()])]);
  return paths.values().find((path) => allows(granted, path) && !anyAllows(held, path));
}
