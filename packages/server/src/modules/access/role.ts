import type { AccessRules } from '../../kernel/access-rules.ts';
import type { RoleMember } from './role-member.ts';

/** A validated role: its members and their rights. */
export interface Role {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  readonly rules: AccessRules;
  readonly members: readonly RoleMember[];
}
