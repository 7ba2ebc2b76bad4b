/** The page of the options of the server. */
import { SETTINGS } from '../../packages/server/src/server-config/index.ts';
import { SERVICE_NAMES } from '../../packages/server/src/kernel/service-names.ts';
import { code, table, title } from './markdown.ts';

/** Writes the page. */
export function serverOptionsPage(): string {
  return [
    title('Server options'),
    'An argument comes before the environment, the environment before `sealwright.yaml` in the home directory, and the file before the default. ',
    'A key of the file is the name of the argument without its dashes. ',
    'An option that takes several values takes them separated by commas, and may be given more than once. ',
    '[Operations](../operations/settings.md) has examples.\n\n',
    table(
      ['Argument', 'Environment', 'Default', 'Meaning'],
      [
        ...Object.entries(SETTINGS).map(([name, help]) => rowOf(name, help)),
        [
          '',
          code('SEALWRIGHT_MASTER_KEY'),
          'none',
          'base64 of 32 octets, used instead of the file `master.key`; neither an argument nor in the file',
        ],
      ],
    ),
    `\nThe groups that ${code('--disable-service')} can name are ${SERVICE_NAMES.map(code).join(', ')}.\n`,
  ].join('');
}

/** Reads the line that `--help` shows: the value, the meaning, and the default in parentheses at its end. */
function rowOf(name: string, help: string): readonly string[] {
  const [, value = '', meaning = '', usual = 'none'] = /^(\S+) +(.*?)(?: \(([^()]*)\))?$/.exec(help) ?? [];
  const environment = `SEALWRIGHT_${name.toUpperCase().replaceAll('-', '_')}`;
  return [code(`--${name} ${value}`), code(environment), usual === 'none' ? usual : code(usual), meaning];
}
