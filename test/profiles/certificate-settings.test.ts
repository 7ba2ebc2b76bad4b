/** Each setting of a certificate profile changes something: two profiles that differ in it alone, and what comes of each. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DistinguishedName, serialNumberFromHex } from '@sealwright/pki';
import { AppError } from '../../packages/server/src/kernel/errors.ts';
import { CERTIFICATE_SETTING_CASES, type SettingCase } from './certificate-setting-cases.ts';
import { openIssuing } from './issuing.ts';
import { TESTED_SETTINGS } from './tested-settings.ts';

let issuing: Awaited<ReturnType<typeof openIssuing>>;
before(async () => {
  issuing = await openIssuing();
});
after(() => issuing[Symbol.asyncDispose]());

/** Returns the effect of a profile, or the refusal. */
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

describe('the setting of a certificate profile that changes nothing, for the reason in the table of settings,', () => {
  // In no order that a directory would have.
  const subject = DistinguishedName.parse('OU=Test,CN=alice,C=SE,O=Test');
  const tbs = async (settings: object) => {
    const order = { subject, serialNumber: serialNumberFromHex('5a') };
    const { certificate } = await issuing.issue({ keyUsage: ['digitalSignature'], ...settings }, order);
    return certificate.tbs.toHex();
  };
  const others: Readonly<Record<string, unknown>> = { description: 'a text', accountBindingNamespace: ['acme'] };
  for (const [setting, row] of Object.entries(TESTED_SETTINGS.CERTPROFILE.settings))
    if ('reason' in row)
      it(setting, async () => {
        const [one, other] = setting in others ? [undefined, others[setting]] : [false, true];
        const before = await tbs(one === undefined ? {} : { [setting]: one });
        assert.equal(await tbs({ [setting]: other }), before);
      });
});
