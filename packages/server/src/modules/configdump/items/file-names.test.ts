import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNames, itemKeys } from './file-names.ts';

test('turns blanks and unsafe characters of names into underscores', () => {
  assert.deepEqual(fileNames(['IPSec - RSA', 'a/b\\c:d', 'Prüfung', '..', '', 'CON', 'end.']), [
    'IPSec_-_RSA.yaml',
    'a_b_c_d.yaml',
    'Prüfung.yaml',
    '__.yaml',
    '_.yaml',
    '_CON.yaml',
    'end_.yaml',
  ]);
});

test('keeps files apart that would have one name, also where letter case does not count', () => {
  assert.deepEqual(fileNames(['a b', 'a/b', 'A b']), ['a_b.yaml', 'a_b_2.yaml', 'A_b_3.yaml']);
});

test('keeps items apart that have one name', () => {
  assert.deepEqual(itemKeys(['Staff', 'Staff', 'staff']), ['Staff', 'Staff 2', 'staff']);
});
