import assert from 'node:assert/strict';
import { it } from 'node:test';
import { explainReturnValue, returnValues } from './return-values.ts';

it('explains every value of PKCS#11 in words, with what to do', () => {
  assert.equal(returnValues().size, 104);
  for (const [value, { name, meaning, advice }] of returnValues()) {
    assert.match(name, /^CKR_[A-Z0-9_]+$/);
    assert.ok(meaning.length > 5 && advice.length > 5, name);
    assert.equal(explainReturnValue(value).name, name);
  }
  const names = [...returnValues().values()].map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

it('explains what only the vendor knows', () => {
  assert.equal(explainReturnValue(0x8000_0382).name, 'CKR_VENDOR_DEFINED (0x80000382)');
  assert.match(explainReturnValue(0x8000_0382).advice, /0x80000382/);
});

it('explains a value that nobody knows', () => {
  assert.equal(explainReturnValue(0x7777).name, '0x00007777');
});

it('blames neither device nor connection for a wrong PIN or request', () => {
  assert.equal(explainReturnValue(0xa0).blame, 'pin');
  assert.equal(explainReturnValue(0x70).blame, 'request');
  assert.equal(explainReturnValue(0x60).blame, 'key');
  assert.equal(explainReturnValue(0x32).blame, 'device');
});
