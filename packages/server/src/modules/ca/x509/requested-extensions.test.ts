import {
  basicConstraints,
  extendedKeyUsage,
  type Extension,
  findExtension,
  KEY_PURPOSES,
  keyUsage,
  type KeyUsage,
  makeExtension,
  oid,
  subjectAltName,
  tlsFeature,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withRequestedExtensions } from './requested-extensions.ts';

type Overrides = Parameters<typeof withRequestedExtensions>[2];

const usage = (...usages: KeyUsage[]) => makeExtension(keyUsage, new Set(usages), true);
const purposes = (...names: (keyof typeof KEY_PURPOSES)[]) =>
  makeExtension(
    extendedKeyUsage,
    names.map((name) => KEY_PURPOSES[name]),
    false,
  );
const own = [usage('digitalSignature'), purposes('serverAuth')];
const stapling = makeExtension(tlsFeature, [5], false);
const foreign: Extension = { oid: oid('1.2.3.4'), critical: true, value: Uint8Array.of(5, 0) };
const plain: Overrides = {
  type: 'END_ENTITY',
  extensionOverride: undefined,
  allowKeyUsageOverride: false,
  keyUsage: { critical: true, usages: ['digitalSignature'] },
};
const anything: Overrides = { ...plain, extensionOverride: { only: undefined, never: new Set() } };
const listed = (...types: { readonly oid: Extension['oid'] }[]): Overrides => ({
  ...plain,
  extensionOverride: { only: new Set(types.map((type) => type.oid)), never: new Set() },
});

describe('requested extensions', () => {
  it('are ignored by a profile without overrides', () => {
    assert.equal(withRequestedExtensions(own, [stapling, usage('keyEncipherment')], plain), own);
  });

  it('are added with their criticality if the profile allows any, known or not', () => {
    assert.deepEqual(withRequestedExtensions(own, [stapling, foreign], anything), [...own, stapling, foreign]);
  });

  it('replace those of profile and CA only if they are listed', () => {
    const asked = purposes('clientAuth');
    assert.deepEqual(withRequestedExtensions(own, [asked], anything), own);
    assert.deepEqual(withRequestedExtensions(own, [asked, stapling], listed(extendedKeyUsage)), [own[0], asked]);
  });

  it('are ignored if they are listed as never overridable', () => {
    const profile = { ...plain, extensionOverride: { only: undefined, never: new Set([tlsFeature.oid]) } };
    assert.deepEqual(withRequestedExtensions(own, [stapling, foreign], profile), [...own, foreign]);
  });

  it('never determine the identity of the certificate, whatever is listed', () => {
    const asked = [
      makeExtension(basicConstraints, { ca: true }, true),
      makeExtension(subjectAltName, [{ type: 'dNSName', value: 'a.example' }], false),
    ];
    assert.deepEqual(withRequestedExtensions(own, asked, listed(basicConstraints, subjectAltName)), own);
  });

  it('determine the key usages if the profile allows that, with the criticality of the profile', () => {
    const profile = { ...plain, allowKeyUsageOverride: true, keyUsage: { critical: false, usages: [] } };
    const [extension, ...rest] = withRequestedExtensions(own, [usage('keyAgreement')], profile);
    assert.equal(extension!.critical, false);
    assert.deepEqual(findExtension([extension!], keyUsage), new Set(['keyAgreement']));
    assert.deepEqual(rest, [own[1]]);
    assert.deepEqual(withRequestedExtensions(own, [usage('keyAgreement')], { ...profile, keyUsage: undefined }), own);
  });

  it('cannot make a CA of an end entity, in either way', () => {
    for (const profile of [listed(keyUsage), { ...plain, allowKeyUsageOverride: true }])
      assert.throws(() => withRequestedExtensions(own, [usage('keyCertSign')], profile), {
        code: 'ca.requested_extension',
        message: /keyCertSign/,
      });
  });

  it('are refused if their values do not match their types', () => {
    const notDer = { ...foreign, value: Uint8Array.of(5) };
    const wrong = { ...stapling, value: Uint8Array.of(5, 0) };
    for (const [asked, message] of [
      [notDer, /1\.2\.3\.4 is not in DER/],
      [wrong, /tlsfeature \(1\.3\.6\.1\.5\.5\.7\.1\.24\) is not/],
    ] as const)
      assert.throws(() => withRequestedExtensions(own, [asked], anything), { code: 'ca.requested_extension', message });
    const none = { ...usage('cRLSign'), value: Uint8Array.of(3, 1, 0) };
    for (const profile of [listed(keyUsage), { ...plain, allowKeyUsageOverride: true }])
      assert.throws(() => withRequestedExtensions(own, [none], profile), { message: /keyUsage/ });
  });
});
