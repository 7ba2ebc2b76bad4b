/** All pages of the reference. */
import { accessRulesPage } from './access-rules.ts';
import { documentTypePage, pageOfType } from './document-types.ts';
import { DOCUMENT_TYPES } from '../../packages/server/src/wiring/document-types.ts';
import { lintRulesPage } from './lint-rules.ts';
import { code, title } from './markdown.ts';
import { profileSettingsPage } from './profile-settings.ts';
import { revocationLintRulesPage } from './revocation-lint-rules.ts';
import { serverOptionsPage } from './server-options.ts';
import { workerPropertiesPage } from './worker-properties-page.ts';

/** Writes the pages, by their names in `docs/reference/`. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', contents()],
    ['server-options.md', serverOptionsPage()],
    ['access-rules.md', accessRulesPage()],
    ['worker-properties.md', workerPropertiesPage()],
    ['lint-rules.md', lintRulesPage()],
    ['profile-settings.md', profileSettingsPage()],
    ['revocation-lint-rules.md', revocationLintRulesPage()],
    ...DOCUMENT_TYPES.map((type) => [pageOfType(type), documentTypePage(type)] as const),
  ]);
}

function contents(): string {
  return [
    title('Reference of settings'),
    'Settings of the process:\n\n- [server options](server-options.md)\n\n',
    'Documents, which administrators create and change with `npx sealwright config` ([cli.md](../cli.md)) or over ',
    '[the administration interface](../openapi/administration.json):\n\n',
    ...DOCUMENT_TYPES.map((type) => `- [${type.title}](${pageOfType(type)}) (${code(type.token)})\n`),
    '\nWhat profiles do, and where that is tested:\n\n- [settings of profiles and their tests](profile-settings.md)\n',
    '\nRights of a role:\n\n- [access rules](access-rules.md)\n\n',
    'Properties of a worker:\n\n- [properties of workers](worker-properties.md)\n\n',
    'Lint:\n\n- [rules of lint](lint-rules.md)\n- [rules of lint for CRLs, OCSP responses and requests](revocation-lint-rules.md)\n',
  ].join('');
}
