import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addCertCountCommand } from './cert-count.ts';
import { addCertExpiringCommand } from './cert-expiring.ts';
import { addCertExportCommand } from './cert-export.ts';
import { addCertListCommand } from './cert-list.ts';
import { addCertRenewCommand } from './cert-renew.ts';
import { addCertShowCommand } from './cert-show.ts';

/** `sealwright cert`: the commands about certificates that are there already. */
export function addCertCommands(program: Command, deps: CommandDeps): void {
  const cert = program
    .command('cert')
    .helpCommand(false)
    .summary('certificates that are there already')
    .description('Commands about certificates that are there already; "enroll" gets the first one.');
  addCertListCommand(cert, deps);
  addCertShowCommand(cert, deps);
  addCertCountCommand(cert, deps);
  addCertExpiringCommand(cert, deps);
  addCertExportCommand(cert, deps);
  addCertRenewCommand(cert, deps);
}
