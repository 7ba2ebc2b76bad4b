import type { CliCommand } from '../../cli-command.ts';
import { membersOf, readCardVerifiable } from '../../files/card-verifiable.ts';
import { formatTable } from '../../terminal/output.ts';

/** `sealwright cvc show`: what a card verifiable file says. Asks no server. */
export function addCvcShowCommand(cvc: CliCommand): void {
  cvc
    .command('show')
    .summary('show a card verifiable certificate or request')
    .description(
      'Shows what a card verifiable certificate or request says, and checks the signatures that it can check alone.',
    )
    .argument('<file>', 'octets as they are, PEM, or base64')
    .examples('sealwright cvc show SECVCA00001.cvcert', 'sealwright cvc show dv.request.pem --json')
    .inSession(async (session, command) => {
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
    });
}

function textOf(value: string | readonly string[]): string {
  if (typeof value === 'string') return value;
  return value.length === 0 ? '-' : value.join(', ');
}
