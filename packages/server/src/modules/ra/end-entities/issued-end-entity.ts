/** Changes of an end entity by a certificate that it gets. */
import { END_ENTITY_STATUS, type EndEntity } from './end-entity.ts';
import { withoutUselessPassword } from './end-entity-status.ts';
import { requestCounter } from './extended-information.ts';

/** Settings that say what becomes of an end entity. */
export interface AfterIssuance {
  /** True when the CA makes end entities GENERATED. */
  readonly finishes: boolean;
  /** True when the profile lets the end entity renew its certificate by itself. */
  readonly renewable: boolean;
}

/**
 * Returns the end entity as it is after one more certificate: it has one request less, and after the last one it is GENERATED, unless its CA
 * does without. Its password stays only while it can still be of use.
 */
export function afterIssuance(endEntity: EndEntity, { finishes, renewable }: AfterIssuance): EndEntity {
  const counter = requestCounter(endEntity.extended);
  const left = Math.max(counter.remaining - 1, 0);
  const extended = { ...endEntity.extended, requests: { ...counter, remaining: left } };
  const status = finishes && left === 0 ? END_ENTITY_STATUS.GENERATED : endEntity.status;
  return withoutUselessPassword({ ...endEntity, extended, status }, renewable);
}
