import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endEntityOf } from '../../../../test/end-entity-of.ts';
import {
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStatus,
  type EndEntityStatusName,
} from './end-entity.ts';
import { changeStatus, endEntityStatusName, mayEnroll, withoutUselessPassword } from './end-entity-status.ts';
import {
  type CounterRules,
  loginCounter,
  requestCounter,
  resetCounters,
  withCounters,
} from './extended-information.ts';

const STATUSES = Object.entries(END_ENTITY_STATUS) as [EndEntityStatusName, EndEntityStatus][];

const endEntity = (changes: Partial<EndEntity> = {}): EndEntity =>
  endEntityOf({ version: 3, passwordVerifier: 'verifier', sealedPassword: Uint8Array.of(1), ...changes });
/** A profile with these numbers of requests and login attempts. */
const rules = (requests: number, logins: number, others = {}): CounterRules => ({
  allowedRequests: { used: true, value: requests, modifiable: true, ...others },
  maxFailedLogins: { used: true, value: logins, modifiable: true, ...others },
});
const to = (status: EndEntityStatus, changes: Partial<EndEntity> = {}) =>
  changeStatus(endEntity(changes), status, { nowMs: 9, renewable: false, counters: rules(5, 3) });

describe('the status of an end entity', () => {
  it('has the number and the name that other programs know', () => {
    assert.deepEqual(
      STATUSES.map(([name, status]) => [status, endEntityStatusName(status) === name]),
      [10, 11, 20, 30, 40, 50, 60, 70].map((status) => [status, true]),
    );
  });

  it('determines who may enroll', () => {
    const enrolling = STATUSES.filter(([, status]) => mayEnroll(status)).map(([name]) => name);
    assert.deepEqual(enrolling, ['NEW', 'FAILED', 'INPROCESS', 'KEYRECOVERY']);
  });

  it('resets requests and login attempts when it becomes NEW, and only then', () => {
    const extended = { requests: { allowed: 5, remaining: 0 }, logins: { maximum: 3, remaining: 1 } };
    for (const [name, status] of STATUSES) {
      const { endEntity: changed } = to(status, { status: END_ENTITY_STATUS.GENERATED, extended });
      const isReset = name === 'NEW';
      assert.equal(requestCounter(changed.extended).remaining, isReset ? 5 : 0, name);
      assert.equal(loginCounter(changed.extended).remaining, isReset ? 3 : 1, name);
    }
  });

  it('is a change of the end entity', () => {
    const { endEntity: changed } = to(END_ENTITY_STATUS.HISTORICAL);
    assert.deepEqual([changed.status, changed.modifiedMs, changed.version], [60, 9, 4]);
  });

  it('unmarks the key to be recovered when it leaves KEYRECOVERY permanently', () => {
    const unmarking = STATUSES.filter(
      ([, status]) => to(status, { status: END_ENTITY_STATUS.KEYRECOVERY }).unmarksKeyRecovery,
    );
    assert.deepEqual(
      unmarking.map(([name]) => name),
      ['NEW', 'FAILED', 'GENERATED', 'REVOKED', 'HISTORICAL'],
    );
    assert.ok(STATUSES.every(([, status]) => !to(status).unmarksKeyRecovery));
  });
});

describe('the password of an end entity', () => {
  const kept = (status: EndEntityStatus, kind: number, renewable = false) => {
    const { passwordVerifier, sealedPassword } = withoutUselessPassword(endEntity({ status, kind }), renewable);
    return [passwordVerifier !== undefined, sealedPassword !== undefined];
  };

  it('is kept while the end entity enrolls or may do so later', () => {
    const keeping = STATUSES.filter(([, status]) => kept(status, END_ENTITY_KIND.endUser)[0]);
    assert.deepEqual(
      keeping.map(([name]) => name),
      ['NEW', 'FAILED', 'INITIALIZED', 'INPROCESS', 'KEYRECOVERY'],
    );
    for (const [name, status] of STATUSES) {
      const [verifier, sealed] = kept(status, END_ENTITY_KIND.endUser);
      assert.equal(verifier, sealed, name);
    }
  });

  it('is kept after the last certificate if the profile allows renewal', () => {
    assert.deepEqual(kept(END_ENTITY_STATUS.GENERATED, 1, true), [true, true]);
    assert.deepEqual(kept(END_ENTITY_STATUS.REVOKED, 1, true), [false, false]);
  });

  it('is kept as a verifier only while there may be a kept key', () => {
    const { endUser, keyRecoverable } = END_ENTITY_KIND;
    for (const status of [END_ENTITY_STATUS.GENERATED, END_ENTITY_STATUS.REVOKED, END_ENTITY_STATUS.HISTORICAL])
      assert.deepEqual(kept(status, endUser | keyRecoverable), [true, false]);
  });
});

describe('the counters of an end entity', () => {
  it('start with the numbers of its profile, unless it has its own', () => {
    assert.deepEqual(withCounters({}, rules(2, 3)), {
      requests: { allowed: 2, remaining: 2 },
      logins: { maximum: 3, remaining: 3 },
    });
    assert.deepEqual(withCounters({}, rules(1, -1)), {});
    const counted = { requests: { allowed: 9, remaining: 4 }, logins: { maximum: 5, remaining: 1 } };
    assert.deepEqual(withCounters(counted, rules(2, 3)), counted);
  });

  it('are reset to the present numbers of its profile', () => {
    const counted = { requests: { allowed: 9, remaining: 4 }, logins: { maximum: 5, remaining: 1 } };
    assert.deepEqual(resetCounters(counted, rules(2, -1)), { requests: { allowed: 2, remaining: 2 } });
    assert.deepEqual(resetCounters(counted, rules(1, 3)), { logins: { maximum: 3, remaining: 3 } });
  });

  it('keep numbers chosen for it, as long as the profile allows that', () => {
    const own = { requests: { allowed: 9, remaining: 4, own: true }, logins: { maximum: 5, remaining: 1, own: true } };
    assert.deepEqual(resetCounters(own, rules(2, 3)), {
      requests: { allowed: 9, remaining: 9, own: true },
      logins: { maximum: 5, remaining: 5, own: true },
    });
    for (const others of [{ modifiable: false }, { used: false }])
      assert.deepEqual(resetCounters(own, rules(2, 3, others)), {
        requests: { allowed: 2, remaining: 2 },
        logins: { maximum: 3, remaining: 3 },
      });
  });
});
