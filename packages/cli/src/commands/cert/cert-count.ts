import type { Command } from 'commander';
import { type CriteriaOptions, declareCriteria, readCriteria } from '../../certificates/criteria.ts';
import { action, type CommandDeps } from '../../session.ts';

/** `sealwright cert count`: how many certificates there are. */
export function addCertCountCommand(cert: Command, deps: CommandDeps): void {
  declareCriteria(cert.command('count'))
    .summary('count certificates')
    .description('Counts the certificates that you may see, exactly. The options are those of "cert list".')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright cert count
  $ sealwright cert count --status revoked --ca ManagementCA`,
    )
    .action(
      action(deps, async (session, command) => {
        const criteria = readCriteria(command.opts<CriteriaOptions>());
        const rest = await session.connectToCertificates();
        const count = await session.progress.during('counting', rest.count(criteria));
        session.show({ text: () => `${count}\n`, json: { count } });
        return 'success';
      }),
    );
}
