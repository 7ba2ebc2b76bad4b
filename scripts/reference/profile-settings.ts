/** The page of the settings of profiles, with the tests in which they change something. */
import { type EjbcaSetting, type SettingRow, TESTED_SETTINGS } from '../../test/profiles/tested-settings.ts';
import { code, table, title } from './markdown.ts';

/** Writes the page. */
export function profileSettingsPage(): string {
  return [
    title('Settings of profiles and their tests'),
    'Each setting of a [certificate profile](certprofile.md) and an [end entity profile](eeprofile.md) changes something, which the test of its row shows; or the row says why it changes nothing. ',
    'The tables after them have the settings of profiles in EJBCA, with those that do the same here.\n\n',
    ...Object.entries(TESTED_SETTINGS).flatMap(([token, { settings, ejbca }]) => [
      `## ${TITLES[token]!}\n\n`,
      table(
        ['Setting', 'Test', 'In'],
        Object.entries(settings).map(([setting, row]) => [code(setting), ...cellsOf(row)]),
      ),
      `\n## ${TITLES[token]!} in EJBCA\n\n`,
      table(
        ['Setting of EJBCA', 'Here'],
        ejbca.map((row) => [row.setting, hereOf(row)]),
      ),
      '\n',
    ]),
  ].join('');
}

function cellsOf(row: SettingRow): readonly string[] {
  return 'reason' in row ? [row.reason, ''] : [row.test, code(row.file)];
}

function hereOf({ here = [], reason = '' }: EjbcaSetting): string {
  return [here.map(code).join(', '), reason].filter((text) => text !== '').join('. ');
}

const TITLES: Readonly<Record<string, string>> = {
  CERTPROFILE: 'Certificate profiles',
  EEPROFILE: 'End entity profiles',
};
