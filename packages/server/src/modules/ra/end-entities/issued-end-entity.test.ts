import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endEntityOf } from '../../../../test/end-entity-of.ts';
import { END_ENTITY_KIND, END_ENTITY_STATUS, type EndEntity } from './end-entity.ts';
import { requestCounter } from './extended-information.ts';
import { type AfterIssuance, afterIssuance } from './issued-end-entity.ts';

const endEntity = (changes: Partial<EndEntity> = {}): EndEntity =>
  endEntityOf({ version: 3, passwordVerifier: 'verifier', ...changes });

const issued = (changes: Partial<EndEntity> = {}, settings: Partial<AfterIssuance> = {}) => {
  const after = afterIssuance(endEntity(changes), { finishes: true, renewable: false, ...settings });
  const { remaining } = requestCounter(after.extended);
  return [after.status, remaining, after.passwordVerifier !== undefined];
};
const { NEW, FAILED, GENERATED } = END_ENTITY_STATUS;

describe('an end entity that gets a certificate', () => {
  it('is GENERATED without password after the only one allowed', () => {
    assert.deepEqual(issued(), [GENERATED, 0, false]);
    assert.deepEqual(issued({ status: FAILED }), [GENERATED, 0, false]);
  });

  it('may get more while requests are left', () => {
    assert.deepEqual(issued({ extended: { requests: { allowed: 5, remaining: 3 } } }), [NEW, 2, true]);
    assert.deepEqual(issued({ extended: { requests: { allowed: 5, remaining: 1 } } }), [GENERATED, 0, false]);
  });

  it('keeps its status if the CA does not finish end entities, and its requests do not become negative', () => {
    const extended = { requests: { allowed: 1, remaining: 0 } };
    assert.deepEqual(issued({}, { finishes: false }), [NEW, 0, true]);
    assert.deepEqual(issued({ extended }, { finishes: false }), [NEW, 0, true]);
  });

  it('keeps its password if it may renew the certificate or recover a key', () => {
    assert.deepEqual(issued({}, { renewable: true }), [GENERATED, 0, true]);
    assert.deepEqual(issued({ kind: END_ENTITY_KIND.keyRecoverable }), [GENERATED, 0, true]);
  });
});
