/** Each setting of an end entity profile changes something: an end entity under two profiles that differ in it alone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  certificateProfileType,
  checkEndEntityAgainstProfile,
  type EndEntityProfile,
  endEntityProfileType,
} from '../../packages/server/src/modules/profiles/index.ts';
import { authorityType } from '../configuration/document-types.ts';
import { openConfiguration, type TestConfiguration } from '../configuration/open-configuration.ts';
import { ALICE, END_ENTITY_SETTING_CASES } from './end-entity-setting-cases.ts';

let test: TestConfiguration;
before(async () => {
  test = await openConfiguration([authorityType, certificateProfileType, endEntityProfileType]);
});
after(() => test[Symbol.asyncDispose]());

/** The profile of these settings, as it would be stored. */
async function profileOf(settings: object): Promise<EndEntityProfile> {
  const given = { availableCas: ['Any CA'], ...settings };
  const { planned } = await test.planner.planCreate({ type: 'EEPROFILE', name: 'P', settings: given });
  return planned[0]!.document!.value as EndEntityProfile;
}

describe('the setting of an end entity profile', () => {
  for (const {
    setting,
    member = setting.split('.')[0]!,
    base,
    from,
    to,
    entity,
    violations,
  } of END_ENTITY_SETTING_CASES) {
    it(setting, async () => {
      const profiles = [from === undefined ? { ...base } : { ...base, [member]: from }, { ...base, [member]: to }];
      for (const [index, settings] of profiles.entries()) {
        const found = checkEndEntityAgainstProfile(await profileOf(settings), { ...ALICE, ...entity });
        const texts = found.map(({ field, message }) => `${field}: ${message}`);
        const wanted = violations[index]!;
        assert.equal(texts.length, wanted.length, texts.join(' | '));
        for (const [place, text] of texts.entries()) assert.match(text, wanted[place]!);
      }
    });
  }
});
