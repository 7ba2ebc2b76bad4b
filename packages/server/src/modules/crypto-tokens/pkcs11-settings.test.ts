import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePkcs11Settings } from './pkcs11-settings.ts';

const LIBRARY = { sharedLibrary: '/usr/lib/softhsm/libsofthsm2.so' };

/** The settings, and the names of the properties that cannot be used. */
function parse(properties: Record<string, string>) {
  const problems: string[] = [];
  const settings = parsePkcs11Settings(properties, (property) => void problems.push(property));
  return { settings, problems };
}

describe('the slot of a PKCS#11 token', () => {
  for (const [slotLabelType, slotLabelValue, slot] of [
    ['SLOT_NUMBER', '1800648518', { by: 'id', value: '1800648518' }],
    ['SLOT_NUMBER', '007', { by: 'id', value: '7' }],
    ['SLOT_INDEX', '0', { by: 'index', value: '0' }],
    ['SLOT_INDEX', 'i3', { by: 'index', value: '3' }],
    ['SLOT_LABEL', ' Root CA ', { by: 'label', value: 'Root CA' }],
  ] as const) {
    it(`is named by ${slotLabelType} ${slotLabelValue}`, () => {
      const { settings, problems } = parse({ ...LIBRARY, slotLabelType, slotLabelValue });
      assert.deepEqual([settings.slot, problems], [slot, []]);
    });
  }

  for (const [slotLabelType, slotLabelValue, problem] of [
    ['SLOT_NUMBER', 'one', 'slotLabelValue'],
    ['SLOT_NUMBER', '-1', 'slotLabelValue'],
    ['SLOT_INDEX', '', 'slotLabelValue'],
    ['SLOT_LABEL', '', 'slotLabelValue'],
    ['SLOT_LABEL', 'x'.repeat(33), 'slotLabelValue'],
    ['SUN_FILE', '/etc/p11.cfg', 'slotLabelType'],
    ['constructor', 'x', 'slotLabelType'],
  ] as const) {
    it(`is not named by ${slotLabelType} '${slotLabelValue}'`, () => {
      assert.deepEqual(parse({ ...LIBRARY, slotLabelType, slotLabelValue }).problems, [problem]);
    });
  }
});

describe('the properties of a PKCS#11 token', () => {
  const SLOT = { slotLabelType: 'SLOT_INDEX', slotLabelValue: '0' };

  it('name a library by its whole path', () => {
    assert.deepEqual(parse({ ...SLOT, sharedLibrary: 'libsofthsm2.so' }).problems, ['sharedLibrary']);
    assert.deepEqual(parse(SLOT).problems, ['sharedLibrary']);
  });

  it('do not name another file', () => {
    assert.deepEqual(parse({ ...LIBRARY, ...SLOT, attributesFile: '/etc/passwd' }).problems, ['attributesFile']);
  });

  it('allow extractable keys only when they say so', () => {
    const allow = (value: string) => parse({ ...LIBRARY, ...SLOT, 'allow.extractable.privatekey': value });
    assert.equal(parse({ ...LIBRARY, ...SLOT }).settings.allowExtractable, false);
    assert.equal(allow('TRUE').settings.allowExtractable, true);
    assert.deepEqual(allow('yes').problems, ['allow.extractable.privatekey']);
  });
});
