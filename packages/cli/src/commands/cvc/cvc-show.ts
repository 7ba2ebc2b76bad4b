import type { Command } from 'commander';
import { membersOf, readCardVerifiable } from '../../files/card-verifiable.ts';
import { formatTable } from '../../terminal/output.ts';
import { action, type CommandDeps } from '../../session.ts';

/** `sealwright cvc show`: what a card verifiable file says. Asks no server. */
export function addCvcShowCommand(cvc: Command, deps: CommandDeps): void {
  cvc
    .command('show')
    .summary('show a card verifiable certificate or request')
    .description(
      'Shows what a card verifiable certificate or request says, and checks the signatures that it can check alone.',
    )
    .argument('<file>', 'octets as they are, PEM, or base64')
    .addHelpText(
      'after',
      `\nExamples:\n  $ sealwright cvc show SECVCA00001.cvcert\n  $ sealwright cvc show dv.request.pem --json`,
    )
    .action(
      action(deps, async (session, command) => {
        const [file = ''] = command.args;
        const members = membersOf(await readCardVerifiable(file));
        session.show({
          text: () =>
            formatTable(
              ['WHAT', 'VALUE'],
              members.map(([name, value]) => [name.replaceAll('_', ' '), textOf(value)]),
            ),
          json: Object.fromEntries(members),
        });
        return 'success';
      }),
    );
}

function textOf(value: string | readonly string[]): string {
  if (typeof value === 'string') return value;
  return value.length === 0 ? '-' : value.join(', ');
}
