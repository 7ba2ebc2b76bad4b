import type { Clock } from '../../kernel/clock.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { AccessControl } from './access-control.ts';
import { Authenticator } from './authenticator.ts';
import { ConfiguredRoles } from './configured-roles.ts';
import { type CertificateIssuers, RoleMembership } from './role-membership.ts';

export interface AccessModuleDeps {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly configuration: Configuration;
  readonly issuers: CertificateIssuers;
}

/** Constructs the authentication of administrators and the control of their access. */
export function accessModule({ audit, clock, configuration, issuers }: AccessModuleDeps) {
  const roles = new ConfiguredRoles(configuration);
  const membership = new RoleMembership({ roles, issuers });
  const authenticator = new Authenticator({ source: membership, clock });
  return {
    control: new AccessControl({ source: roles, credentials: authenticator, audit }),
    authenticator,
    membership,
  };
}
