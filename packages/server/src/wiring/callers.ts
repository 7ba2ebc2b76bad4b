/** The construction of what finds out who is calling, and what they may do. */
import type { Clock } from '../kernel/clock.ts';
import { AccessControl, Authenticator, ConfiguredRoles } from '../modules/access/index.ts';
import type { AuditLog } from '../modules/audit/index.ts';
import { type CaStateStore, type CertificateStore, ConfiguredAuthorities } from '../modules/ca/index.ts';
import type { Configuration } from '../modules/configuration/index.ts';
import { KnownIssuers } from './known-issuers.ts';
import { RoleMembership } from './role-membership.ts';

interface CallersDeps {
  readonly audit: AuditLog;
  readonly certificates: CertificateStore;
  readonly clock: Clock;
  readonly configuration: Configuration;
  readonly states: CaStateStore;
}

/** Constructs the authorities, the issuers that let clients in, and the control of access. */
export function callers({ audit, certificates, clock, configuration, states }: CallersDeps) {
  const roles = new ConfiguredRoles(configuration);
  const authorities = new ConfiguredAuthorities({ configuration, states });
  const issuers = new KnownIssuers({ configuration, authorities, certificates, states });
  const membership = new RoleMembership({ roles, authorities, issuers });
  const authenticator = new Authenticator({ source: membership, clock });
  const access = new AccessControl({ source: roles, credentials: authenticator, audit });
  return { authorities, issuers, membership, authenticator, access };
}
