import type { Command } from 'commander';
import { formatTable } from '../output.ts';
import { action, type CommandDeps } from '../session.ts';

/** `sealwright ca list`: the CAs that the caller may access. */
export function addCaListCommand(ca: Command, deps: CommandDeps): void {
  ca.command('list')
    .summary('list CAs')
    .description('Lists the CAs that you may access.')
    .option('--external', 'also CAs of which the server holds only the certificate')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright ca list
  $ sealwright ca list --json | jq -r '.certificate_authorities[].name'`,
    )
    .action(
      action(deps, async (session, command) => {
        const { external = false } = command.opts<{ readonly external?: boolean }>();
        const rest = await session.connect();
        const cas = await rest.listCas({ includeExternal: external });
        session.show({
          text: () =>
            formatTable(
              ['NAME', 'SUBJECT', 'EXPIRES'],
              cas.map(({ name, subjectDn, expirationDate }) => [name, subjectDn, expirationDate]),
            ),
          json: {
            certificate_authorities: cas.map((each) => ({
              id: each.id,
              name: each.name,
              subject_dn: each.subjectDn,
              issuer_dn: each.issuerDn,
              expiration_date: each.expirationDate,
              external: each.external,
            })),
          },
        });
        return 'success';
      }),
    );
}
