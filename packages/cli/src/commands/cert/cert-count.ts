import type { CliCommand } from '../../cli-command.ts';
import { type CriteriaOptions, declareCriteria, readCriteria } from '../../certificates/criteria.ts';

/** `sealwright cert count`: how many certificates there are. */
export function addCertCountCommand(cert: CliCommand): void {
  declareCriteria(cert.command('count'))
    .summary('count certificates')
    .description('Counts the certificates that you may see, exactly. The options are those of "cert list".')
    .examples('sealwright cert count', 'sealwright cert count --status revoked --ca ManagementCA')
    .inSession(async (session, command) => {
      const criteria = readCriteria(command.opts<CriteriaOptions>());
      const rest = await session.connectToCertificates();
      const count = await session.progress.during('counting', rest.count(criteria));
      session.show({ text: () => `${count}\n`, json: { count } });
      return 'success';
    });
}
