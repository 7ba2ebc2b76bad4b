import type { ClockBelief } from '../../kernel/clock-belief.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import type { UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Configuration } from '../configuration/index.ts';
import type { AccessControl } from './access-control.ts';

/** Dependencies that many use cases have, each by the one name under which it is taken. A use case picks those that it needs. */
export interface UseCaseDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly clockBelief: ClockBelief;
  readonly random: Random;
  readonly ids: Ids;
}
