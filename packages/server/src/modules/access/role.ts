import type { AccessRules } from '../../kernel/access-rules.ts';
import type { RoleMember } from './role-member.ts';

/** A role, checked: who is in it and what its members may do. */
export interface Role {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  readonly rules: AccessRules;
  readonly members: readonly RoleMember[];
}
