import type { Command } from 'commander';
import { printable } from '../terminal/output.ts';
import { action, type CommandDeps } from '../session.ts';

/** `sealwright status`: whether a server answers, and which. */
export function addStatusCommand(program: Command, deps: CommandDeps): void {
  program
    .command('status')
    .summary('whether a server answers')
    .description('Asks the server for its status. Needs no client certificate.')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright status
  $ sealwright status --server https://ca.example:8443 --cacert ca.pem`,
    )
    .action(
      action(deps, async (session) => {
        const rest = await session.connect('anyone');
        const { status, version, revision } = await rest.status();
        const server = session.options.server.href;
        session.show({
          text: () => `${printable(status)}: ${printable(revision)} at ${server}\n`,
          json: { status, version, revision, server },
        });
        return 'success';
      }),
    );
}
