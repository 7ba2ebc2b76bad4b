import type { CliCommand } from '../../cli-command.ts';
import { addCrlCheckCommand } from './crl-check.ts';
import { addCrlCreateCommand } from './crl-create.ts';
import { addCrlGetCommand } from './crl-get.ts';
import { addCrlImportCommand } from './crl-import.ts';
import { addCrlListCommand } from './crl-list.ts';

/** `sealwright crl`: the commands about certificate revocation lists. */
export function addCrlCommands(program: CliCommand): void {
  const crl = program
    .command('crl')
    .summary('make, get, check, import and list CRLs')
    .description('Commands about certificate revocation lists (CRLs).');
  addCrlListCommand(crl);
  addCrlGetCommand(crl);
  addCrlCreateCommand(crl);
  addCrlImportCommand(crl);
  addCrlCheckCommand(crl);
}
