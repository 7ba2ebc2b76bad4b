import type { CliCommand } from '../../cli-command.ts';
import { addCvcShowCommand } from './cvc-show.ts';
import { addCvcSignCommand } from './cvc-sign.ts';

/** `sealwright cvc`: the commands about card verifiable certificates. */
export function addCvcCommands(program: CliCommand): void {
  const cvc = program
    .command('cvc')
    .summary('card verifiable certificates')
    .description('Commands about card verifiable certificates (BSI TR-03110).');
  addCvcShowCommand(cvc);
  addCvcSignCommand(cvc);
}
