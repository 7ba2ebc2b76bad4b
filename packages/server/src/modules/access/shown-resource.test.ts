import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownResource } from './shown-resource.ts';

const NAMES: Readonly<Record<string, string>> = { CA17: 'Issuing CA', EEPROFILE5: 'Users', CRYPTOTOKEN9: 'Keys' };
const nameOf = async (type: string, id: number) => NAMES[`${type}${id}`];
const shownTo = (resource: string, rules: Readonly<Record<string, 'allow' | 'deny'>>) =>
  shownResource(resource, nameOf, [{ rules: new Map(Object.entries(rules)) }]);

describe('a resource in a message', () => {
  it('has the name of its document for auditors', async () => {
    assert.equal(await shownResource('/ca/17/', nameOf), '/ca/Issuing CA/');
    assert.equal(
      await shownResource('/endentityprofilesrules/5/edit_end_entity/', nameOf),
      '/endentityprofilesrules/Users/edit_end_entity/',
    );
    assert.equal(await shownResource('/cryptotoken/keys/test/9/', nameOf), '/cryptotoken/keys/test/Keys/');
  });

  it('has the name for a caller with a rule on the document, or the right to see it', async () => {
    assert.equal(await shownTo('/cryptotoken/use/9/', { '/cryptotoken/view/9/': 'allow' }), '/cryptotoken/use/Keys/');
    assert.equal(await shownTo('/ca/17/', { '/ca/17/': 'deny' }), '/ca/Issuing CA/');
    assert.equal(
      await shownTo('/endentityprofilesrules/5/edit_end_entity/', {
        '/ra_functionality/view_end_entity_profiles/': 'allow',
      }),
      '/endentityprofilesrules/Users/edit_end_entity/',
    );
  });

  it('has neither name nor id for others', async () => {
    assert.equal(await shownTo('/ca/17/', { '/ca/1/': 'allow' }), '/ca/<CA>/');
    assert.equal(await shownTo('/cryptotoken/use/9/', {}), '/cryptotoken/use/<CRYPTOTOKEN>/');
    assert.equal(await shownResource('/ca/18/', nameOf), '/ca/<CA>/', 'a document that no longer exists');
  });

  it('stays as it is when it names no document', async () => {
    for (const resource of ['/', '/ca/', '/administrator/', '/ca_functionality/add_ca/', '/cryptotoken/modify/'])
      assert.equal(await shownTo(resource, {}), resource);
  });
});
