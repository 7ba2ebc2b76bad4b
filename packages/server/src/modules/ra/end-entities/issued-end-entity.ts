/** Changes of an end entity when it gets a certificate. */
import { END_ENTITY_STATUS, type EndEntity } from './end-entity.ts';
import { withoutUselessPassword } from './end-entity-status.ts';
import { requestCounter } from './extended-information.ts';

/** Settings that determine these changes. */
export interface AfterIssuance {
  /** True if the CA makes end entities GENERATED. */
  readonly finishes: boolean;
  /** True if the profile lets the end entity renew its certificate itself. */
  readonly renewable: boolean;
}

/**
 * Returns the end entity after one more certificate: it has one request less, and after the last one it is GENERATED, unless its CA does not finish
 * end entities. Its password is kept only if it is still needed.
 */
export function afterIssuance(endEntity: EndEntity, { finishes, renewable }: AfterIssuance): EndEntity {
  const counter = requestCounter(endEntity.extended);
  const left = Math.max(counter.remaining - 1, 0);
  const extended = { ...endEntity.extended, requests: { ...counter, remaining: left } };
  const status = finishes && left === 0 ? END_ENTITY_STATUS.GENERATED : endEntity.status;
  return withoutUselessPassword({ ...endEntity, extended, status }, renewable);
}
