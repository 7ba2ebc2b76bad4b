/** Each setting of a certificate profile changes something: two profiles that differ in it alone, and what comes of each. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AppError } from '../../packages/server/src/kernel/errors.ts';
import { CERTIFICATE_SETTING_CASES, type SettingCase } from './certificate-setting-cases.ts';
import { openIssuing } from './issuing.ts';

let issuing: Awaited<ReturnType<typeof openIssuing>>;
before(async () => {
  issuing = await openIssuing();
});
after(() => issuing[Symbol.asyncDispose]());

/** What comes of a profile, or the refusal. */
async function seen({ sees, order = {} }: SettingCase, settings: object): Promise<unknown> {
  try {
    return sees(await issuing.issue(settings, order));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function assertShown(shown: unknown, wanted: unknown): void {
  if (wanted instanceof RegExp) {
    assert.ok(shown instanceof AppError, 'it is not refused');
    assert.match(shown.message, wanted);
  } else assert.deepEqual(shown, wanted);
}

describe('the setting of a certificate profile', () => {
  for (const each of CERTIFICATE_SETTING_CASES) {
    it(each.setting, async () => {
      const { setting, base = {}, from, to, shows } = each;
      const name = setting.split(/[[.]/)[0]!;
      const usual = { keyUsage: ['digitalSignature'], ...base };
      assertShown(await seen(each, from === undefined ? usual : { ...usual, [name]: from }), shows[0]);
      assertShown(await seen(each, { ...usual, [name]: to }), shows[1]);
    });
  }
});
