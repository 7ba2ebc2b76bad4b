/** Each setting of an end entity profile changes something: an end entity under two profiles that differ in it alone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkEndEntityAgainstProfile } from '../../packages/server/src/modules/profiles/index.ts';
import { ALICE, END_ENTITY_SETTING_CASES } from './end-entity-setting-cases.ts';
import { sharedProfiles } from './shared-profiles.ts';

const { endEntityProfile } = sharedProfiles();

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
        const found = checkEndEntityAgainstProfile(await endEntityProfile(settings), { ...ALICE, ...entity });
        const texts = found.map(({ field, message }) => `${field}: ${message}`);
        const wanted = violations[index]!;
        assert.equal(texts.length, wanted.length, texts.join(' | '));
        for (const [place, text] of texts.entries()) assert.match(text, wanted[place]!);
      }
    });
  }
});
