import assert from 'node:assert/strict';
import { it } from 'node:test';
import { unknownResource } from './known-resources.ts';

it('knows the resources that are asked for, what stands above them, and those of functions of EJBCA', () => {
  for (const path of [
    '/',
    '/administrator/',
    '/ca/',
    '/ca/1048576/',
    '/ca_functionality/',
    '/ca_functionality/create_certificate/',
    '/cryptotoken/',
    '/cryptotoken/keys/',
    '/cryptotoken/keys/generate/1048576/',
    '/endentityprofilesrules/1/',
    '/endentityprofilesrules/1048576/create_end_entity/',
    '/secureaudit/auditor/select/',
    '/internalkeybinding/view/',
    '/peerpublish/',
    '/protocol/acme/',
    '/signing/managed/',
  ])
    assert.equal(unknownResource(path), undefined, path);
});

it('says which resource was probably meant', () => {
  assert.equal(
    unknownResource('/ca_functionality/creat_certificate/'),
    "names no resource (did you mean '/ca_functionality/create_certificate/'?)",
  );
  assert.match(unknownResource('/cryptotoken/keys/remove_all/')!, /names no resource/);
  assert.match(unknownResource('/endentityprofilesrules/1048576/create_end_entiy/')!, /names no resource/);
  assert.match(unknownResource('/ca/1048576/create_certificate/')!, /names no resource/);
  assert.match(unknownResource('/what/ever/')!, /names no resource; /);
});
