/** The table of settings is whole and true: no setting without a row, no row whose test there is not. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { membersOfType } from '../../scripts/reference/document-types.ts';
import { certificateProfileType, endEntityProfileType } from '../../packages/server/src/modules/profiles/index.ts';
import { CERTIFICATE_SETTING_CASES } from './certificate-setting-cases.ts';
import { END_ENTITY_SETTING_CASES } from './end-entity-setting-cases.ts';
import { TESTED_SETTINGS } from './tested-settings.ts';

/** Files whose tests are the rows of a table. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  'test/profiles/certificate-settings.test.ts': CERTIFICATE_SETTING_CASES.map(({ setting }) => setting),
  'test/profiles/end-entity-settings.test.ts': END_ENTITY_SETTING_CASES.map(({ setting }) => setting),
};

/** The names of the tests of a file. */
function testsOf(file: string): ReadonlySet<string> {
  const table = TABLES[file];
  if (table !== undefined) return new Set(table);
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  return new Set([...source.matchAll(/\bit\(\s*(['"`])(.*?)\1,/gs)].map(([, , name]) => name!));
}

for (const type of [certificateProfileType, endEntityProfileType]) {
  describe(`the table of settings of ${type.token}`, () => {
    const { settings, ejbca } = TESTED_SETTINGS[type.token as keyof typeof TESTED_SETTINGS];
    // What stands in a list of texts has no setting of its own.
    const members = membersOfType(type).flatMap(({ path }) => (path.endsWith('[]') ? [] : [path]));

    it('has a row for each setting, and no other', () => {
      assert.deepEqual(Object.keys(settings).toSorted(), members.toSorted());
    });

    it('names tests that there are', () => {
      for (const [setting, row] of Object.entries(settings)) {
        if ('reason' in row) assert.ok(row.reason.endsWith('.'), setting);
        else assert.ok(testsOf(row.file).has(row.test), `${setting}: ${row.file} has no test '${row.test}'`);
      }
    });

    it('has each test of a table at the setting that it is about', () => {
      for (const [file, tests] of Object.entries(TABLES))
        for (const test of tests) {
          const row = settings[test];
          const isOther = !file.includes(
            type === certificateProfileType ? 'certificate-settings' : 'end-entity-settings',
          );
          if (!isOther) assert.deepEqual(row, { file, test });
        }
    });

    it('has for each setting of EJBCA one of ours, or the reason why there is none', () => {
      for (const { setting, here = [], reason } of ejbca) {
        assert.ok(here.length > 0 || reason !== undefined, setting);
        for (const ours of here) assert.ok(settings[ours] !== undefined, `${setting}: there is no setting ${ours}`);
      }
    });

    it('says which settings of ours EJBCA has as well', () => {
      const answered = new Set(ejbca.flatMap(({ here = [] }) => here));
      const own = Object.keys(settings).filter((setting) => !answered.has(setting));
      assert.deepEqual(own.toSorted(), OWN[type.token]);
    });
  });
}

/** Settings that EJBCA's profiles do not have, in this form. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  CERTPROFILE: [
    'baselineRequirements',
    'caaCheck',
    'lintExceptions',
    'nameRules',
    'nameRules.internalName',
    'nameRules.misplacedWildcard',
    'nameRules.publicSuffix',
    'nameRules.unrepeatedCommonName',
    'nameRules.unusualHostName',
  ],
  EEPROFILE: ['description', 'microsoftObjectSidUsed', 'pkcs12Encryption', 'profileType'],
};
