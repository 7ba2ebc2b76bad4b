import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addCrlCheckCommand } from './crl-check.ts';
import { addCrlCreateCommand } from './crl-create.ts';
import { addCrlGetCommand } from './crl-get.ts';
import { addCrlImportCommand } from './crl-import.ts';
import { addCrlListCommand } from './crl-list.ts';

/** `sealwright crl`: the commands about certificate revocation lists. */
export function addCrlCommands(program: Command, deps: CommandDeps): void {
  const crl = program
    .command('crl')
    .helpCommand(false)
    .summary('make, get, check, import and list CRLs')
    .description('Commands about certificate revocation lists (CRLs).');
  addCrlListCommand(crl, deps);
  addCrlGetCommand(crl, deps);
  addCrlCreateCommand(crl, deps);
  addCrlImportCommand(crl, deps);
  addCrlCheckCommand(crl, deps);
}
