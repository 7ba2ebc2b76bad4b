import type { CliCommand } from '../../cli-command.ts';
import { declareDocument, documentIdOf, headJson } from '../../arguments/document-id.ts';
import { formatSettings } from '../../files/settings-file.ts';

/** `sealwright config get`: the settings of a document, in the form that `config set` reads. */
export function addConfigGetCommand(config: CliCommand): void {
  declareDocument(config.command('get'))
    .summary('show the settings of a document')
    .description(
      'Writes the settings of a document as YAML, in the form that `config set` reads. Secrets are `placeholder`.',
    )
    .examples(
      'sealwright config get certprofile "Web Server" > web-server.yaml',
      'sealwright config get role Clerks --json | jq .settings.accessRules',
    )
    .inSession(async (session, command) => {
      const rest = await session.connectToAdministration();
      const document = await rest.getDocument(documentIdOf(command));
      session.show({
        text: () => formatSettings(document.settings),
        json: { ...headJson(document), usable: document.usable, settings: document.settings },
      });
      return 'success';
    });
}
