import type { CliCommand } from '../../cli-command.ts';
import { requireCaDn, requireCaName } from '../../arguments/ca-name.ts';
import { parseMoment } from '../../arguments/moment.ts';
import { UsageError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';
import type { CrlNumbers } from '../../rest/crl-rest.ts';

interface CreateOptions {
  readonly delta?: boolean;
  readonly validUntil?: string;
}

/** `sealwright crl create`: has a CA make CRLs now. */
export function addCrlCreateCommand(crl: CliCommand): void {
  crl
    .command('create')
    .argument('<ca>', 'name of the CA, or its subject DN')
    .option('--delta', 'delta CRLs instead of base CRLs')
    .option(
      '--valid-until <moment>',
      "when the CRLs end instead of what the CA's settings say: ISO 8601, not after its certificate; for a CA that goes off line",
    )
    .summary('make CRLs now')
    .description('Has a CA make its CRLs now, whether they are due or not: the main CRL and that of each partition.')
    .examples(
      'sealwright crl create ManagementCA',
      'sealwright crl create "Issuing CA" --delta',
      'sealwright crl create "Root CA" --valid-until 2027-06-30T00:00:00Z',
    )
    .inSession(async (session, command) => {
      const [nameOrDn = ''] = command.args;
      const { delta = false, validUntil } = command.opts<CreateOptions>();
      if (delta && validUntil !== undefined)
        throw new UsageError('--valid-until is for base CRLs: leave --delta out, or --valid-until');
      const end = validUntil === undefined ? undefined : parseMoment(validUntil, '--valid-until');
      const cas = await session.connect();
      const issuerDn = await requireCaDn(cas, nameOrDn);
      const rest = await session.connectToCrls();
      const numbers =
        end === undefined
          ? await rest.create(issuerDn, { delta })
          : await rest.createUntil(await requireCaName(cas, nameOrDn), end);
      session.show({
        text: () => textOf(nameOrDn, delta, numbers),
        json: {
          issuer_dn: issuerDn,
          all_made: numbers.allMade,
          latest_crl_number: numbers.base,
          latest_delta_crl_number: numbers.delta,
          latest_partition_crl_numbers: numbers.partitions,
          latest_partition_delta_crl_numbers: numbers.deltaPartitions,
          ...(end === undefined ? {} : { valid_until: end }),
        },
        warnings: numbers.allMade ? [] : ['not every CRL could be made; the log of the server says why'],
      });
      return numbers.allMade ? 'success' : 'refused';
    });
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
