import type { CliCommand } from '../../cli-command.ts';
import { declareDocument, describeDocument, documentIdOf } from '../../arguments/document-id.ts';
import { printable } from '../../terminal/output.ts';

/** `sealwright config uses`: what refers to a document. */
export function addConfigUsesCommand(config: CliCommand): void {
  declareDocument(config.command('uses'))
    .summary('show what uses a document')
    .description(
      'Lists what refers to a document: other documents, and what else keeps it from being removed. The exit code is 0 whether anything does or not.',
    )
    .examples(
      'sealwright config uses certprofile "Web Server"',
      "sealwright config uses cryptotoken Signing --json | jq -r '.users[]'",
    )
    .inSession(async (session, command) => {
      const id = documentIdOf(command);
      const rest = await session.connectToAdministration();
      const { users, more } = await rest.usersOf(id);
      session.show({
        text: () => {
          if (users.length === 0 && !more) return `nothing uses ${printable(describeDocument(id))}\n`;
          return [...users.map(printable), ...(more ? ['others besides'] : [])].map((line) => `${line}\n`).join('');
        },
        json: { ...id, users, more },
      });
      return 'success';
    });
}
