import type { Command } from 'commander';
import { requireCaDn } from '../arguments/ca-name.ts';
import { printable } from '../terminal/output.ts';
import type { CrlNumbers } from '../rest/crl-rest.ts';
import { action, type CommandDeps } from '../session.ts';

/** `sealwright crl create`: has a CA make CRLs now. */
export function addCrlCreateCommand(crl: Command, deps: CommandDeps): void {
  crl
    .command('create')
    .argument('<ca>', 'name of the CA, or its subject DN')
    .option('--delta', 'delta CRLs instead of base CRLs')
    .summary('make CRLs now')
    .description('Has a CA make its CRLs now, whether they are due or not: the main CRL and that of each partition.')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright crl create ManagementCA
  $ sealwright crl create "Issuing CA" --delta`,
    )
    .action(
      action(deps, async (session, command) => {
        const [nameOrDn = ''] = command.args;
        const { delta = false } = command.opts<{ readonly delta?: boolean }>();
        const issuerDn = await requireCaDn(await session.connect(), nameOrDn);
        const numbers = await (await session.connectToCrls()).create(issuerDn, { delta });
        session.show({
          text: () => textOf(nameOrDn, delta, numbers),
          json: {
            issuer_dn: issuerDn,
            all_made: numbers.allMade,
            latest_crl_number: numbers.base,
            latest_delta_crl_number: numbers.delta,
            latest_partition_crl_numbers: numbers.partitions,
            latest_partition_delta_crl_numbers: numbers.deltaPartitions,
          },
          warnings: numbers.allMade ? [] : ['not every CRL could be made; the log of the server says why'],
        });
        return numbers.allMade ? 'success' : 'refused';
      }),
    );
}

/** A line for the newest CRL of each partition. */
function textOf(ca: string, delta: boolean, numbers: CrlNumbers): string {
  const [main, partitions] = delta ? [numbers.delta, numbers.deltaPartitions] : [numbers.base, numbers.partitions];
  const what = delta ? 'delta CRL' : 'CRL';
  const lines = Object.entries(partitions).map(
    ([name, number]) => `  ${printable(name.replace('_', ' '))}: ${number}\n`,
  );
  return `newest ${what} of ${printable(ca)}: ${main}\n${lines.join('')}`;
}
