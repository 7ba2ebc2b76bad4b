import type { Command } from 'commander';
import type { CommandDeps } from '../session.ts';
import { addCaChainCommand } from './ca-chain.ts';
import { addCaListCommand } from './ca-list.ts';

/** `sealwright ca`: the commands about authorities. */
export function addCaCommands(program: Command, deps: CommandDeps): void {
  const ca = program
    .command('ca')
    .helpCommand(false)
    .summary('list CAs, get their chains')
    .description('Commands about CAs.');
  addCaListCommand(ca, deps);
  addCaChainCommand(ca, deps);
}
