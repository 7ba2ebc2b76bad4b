import type { CliCommand } from '../../cli-command.ts';
import { addCertCountCommand } from './cert-count.ts';
import { addCertExpiringCommand } from './cert-expiring.ts';
import { addCertExportCommand } from './cert-export.ts';
import { addCertListCommand } from './cert-list.ts';
import { addCertRenewCommand } from './cert-renew.ts';
import { addCertShowCommand } from './cert-show.ts';

/** `sealwright cert`: the commands about certificates that are there already. */
export function addCertCommands(program: CliCommand): void {
  const cert = program
    .command('cert')
    .summary('certificates that are there already')
    .description('Commands about certificates that are there already; "enroll" gets the first one.');
  addCertListCommand(cert);
  addCertShowCommand(cert);
  addCertCountCommand(cert);
  addCertExpiringCommand(cert);
  addCertExportCommand(cert);
  addCertRenewCommand(cert);
}
