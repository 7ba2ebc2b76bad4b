import type { CliCommand } from '../../cli-command.ts';
import { addCaActCommands } from './ca-acts.ts';
import { addCaChainCommand } from './ca-chain.ts';
import { addCaCreateCommand } from './ca-create.ts';
import { addCaCsrCommand, addCaOcspCsrCommand } from './ca-csr.ts';
import { addCaImportCommand } from './ca-import.ts';
import { addCaListCommand } from './ca-list.ts';

/** `sealwright ca`: the commands about authorities. */
export function addCaCommands(program: CliCommand): void {
  const ca = program
    .command('ca')
    .summary('make, list, renew, deactivate and revoke CAs')
    .description('Commands about CAs.');
  addCaListCommand(ca);
  addCaChainCommand(ca);
  addCaCreateCommand(ca);
  addCaActCommands(ca);
  addCaCsrCommand(ca);
  addCaOcspCsrCommand(ca);
  addCaImportCommand(ca);
}
