import assert from 'node:assert/strict';
import { it } from 'node:test';
import { caType } from '../kinds/ca-type.ts';

it('leaves stored CAs without prepared answers, as they were, and keeps what one says of them', () => {
  const upgraded = (settings: Readonly<Record<string, string>>) =>
    caType.upgrade!({ ...settings }, 13)['ocspPreparedAnswers'];
  assert.equal(upgraded({}), 'NEVER');
  assert.equal(upgraded({ ocspPreparedAnswers: 'ALWAYS' }), 'ALWAYS');
});
