import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addOcspCheckCommand } from './ocsp-check.ts';

/** `sealwright ocsp`: the commands about OCSP. */
export function addOcspCommands(program: Command, deps: CommandDeps): void {
  const ocsp = program
    .command('ocsp')
    .helpCommand(false)
    .summary('ask OCSP responders')
    .description('Commands about OCSP, by which relying parties ask whether a certificate is revoked.');
  addOcspCheckCommand(ocsp, deps);
}
