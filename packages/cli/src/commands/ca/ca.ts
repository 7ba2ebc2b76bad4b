import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addCaActCommands } from './ca-acts.ts';
import { addCaChainCommand } from './ca-chain.ts';
import { addCaCreateCommand } from './ca-create.ts';
import { addCaCsrCommand, addCaOcspCsrCommand } from './ca-csr.ts';
import { addCaImportCommand } from './ca-import.ts';
import { addCaListCommand } from './ca-list.ts';

/** `sealwright ca`: the commands about authorities. */
export function addCaCommands(program: Command, deps: CommandDeps): void {
  const ca = program
    .command('ca')
    .helpCommand(false)
    .summary('make, list, renew, deactivate and revoke CAs')
    .description('Commands about CAs.');
  addCaListCommand(ca, deps);
  addCaChainCommand(ca, deps);
  addCaCreateCommand(ca, deps);
  addCaActCommands(ca, deps);
  addCaCsrCommand(ca, deps);
  addCaOcspCsrCommand(ca, deps);
  addCaImportCommand(ca, deps);
}
