import type { CliCommand } from '../../cli-command.ts';
import { readLimit } from '../../arguments/limit.ts';
import {
  type CriteriaOptions,
  declareCriteria,
  declareOrder,
  type OrderOptions,
  readCriteria,
  readOrder,
} from '../../certificates/criteria.ts';
import { LISTED, type ListOptions, writeList } from '../../certificates/listing.ts';

/** `sealwright cert list`: the certificates that the caller may see, as they come. */
export function addCertListCommand(cert: CliCommand): void {
  declareOrder(declareCriteria(cert.command('list')))
    .option('--limit <number>', 'maximum number; all when left out')
    .option('--csv', 'comma-separated values with a header, and all members')
    .summary('list certificates')
    .description(
      'Lists the certificates that you may see, in the order in which they were made. However many there are, they are written as they come. ' +
        'Several values of one option add up, and every option has to hold.',
    )
    .examples(
      'sealwright cert list --status active --ca ManagementCA --expires-before 2027-01-01',
      'sealwright cert list --query example.org --sort expire-date',
      'sealwright cert list --reason KEY_COMPROMISE --revoked-after 2026-01-01 --csv > compromised.csv',
      "sealwright cert list --username alice --match equal --json | jq -r '.certificates[].serial_number'",
    )
    .inSession(async (session, command) => {
      const options = command.opts<CriteriaOptions & OrderOptions & ListOptions & { readonly limit?: string }>();
      const criteria = readCriteria(options);
      const order = readOrder(options);
      const limit = readLimit(options.limit);
      const rest = await session.connectToCertificates();
      // One more tells that there are more.
      const pages = rest.find(criteria, { order, limit: limit + 1 });
      await writeList(session, pages, { ...options, columns: LISTED, limit });
      return 'success';
    });
}
