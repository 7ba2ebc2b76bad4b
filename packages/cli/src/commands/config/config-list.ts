import type { CliCommand } from '../../cli-command.ts';
import { headJson } from '../../arguments/document-id.ts';
import { formatTable } from '../../terminal/output.ts';

/** `sealwright config list`: the documents of a type. */
export function addConfigListCommand(config: CliCommand): void {
  config
    .command('list')
    .summary('list documents of a type')
    .description('Lists the documents of TYPE that you may see.')
    .argument('<type>', 'CERTPROFILE, EEPROFILE, CA, CRYPTOTOKEN, ROLE, ...; in any case')
    .examples('sealwright config list certprofile', "sealwright config list ROLE --json | jq -r '.documents[].name'")
    .inSession(async (session, command) => {
      const [type = ''] = command.args;
      const rest = await session.connectToAdministration();
      const documents = await rest.listDocuments(type.toUpperCase());
      session.show({
        text: () =>
          formatTable(
            ['NAME', 'NAMESPACE', 'ID', 'VERSION'],
            documents.map(({ name, namespace, id, version, builtIn }) => [
              name,
              namespace,
              String(id),
              builtIn ? 'built in' : String(version),
            ]),
          ),
        json: { documents: documents.map(headJson) },
      });
      return 'success';
    });
}
