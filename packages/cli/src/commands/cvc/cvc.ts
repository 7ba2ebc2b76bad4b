import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addCvcShowCommand } from './cvc-show.ts';
import { addCvcSignCommand } from './cvc-sign.ts';

/** `sealwright cvc`: the commands about card verifiable certificates. */
export function addCvcCommands(program: Command, deps: CommandDeps): void {
  const cvc = program
    .command('cvc')
    .helpCommand(false)
    .summary('card verifiable certificates')
    .description('Commands about card verifiable certificates (BSI TR-03110).');
  addCvcShowCommand(cvc, deps);
  addCvcSignCommand(cvc, deps);
}
