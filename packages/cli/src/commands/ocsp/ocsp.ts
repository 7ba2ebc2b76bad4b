import type { CliCommand } from '../../cli-command.ts';
import { addOcspCheckCommand } from './ocsp-check.ts';

/** `sealwright ocsp`: the commands about OCSP. */
export function addOcspCommands(program: CliCommand): void {
  const ocsp = program
    .command('ocsp')
    .summary('ask OCSP responders')
    .description('Commands about OCSP, by which relying parties ask whether a certificate is revoked.');
  addOcspCheckCommand(ocsp);
}
