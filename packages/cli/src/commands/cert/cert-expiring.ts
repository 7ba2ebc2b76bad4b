import type { CliCommand } from '../../cli-command.ts';
import { parseDuration } from '../../arguments/duration.ts';
import { readLimit } from '../../arguments/limit.ts';
import { formatMoment } from '../../arguments/moment.ts';
import { type CriteriaOptions, declareScope, readCriteria } from '../../certificates/criteria.ts';
import { type ListOptions, type TableColumns, writeList } from '../../certificates/listing.ts';
import { printable } from '../../terminal/output.ts';

type ExpiringOptions = CriteriaOptions & ListOptions & { readonly within: string; readonly limit?: string };

/** `sealwright cert expiring`: active certificates that end soon, for a monitor or for cron. */
export function addCertExpiringCommand(cert: CliCommand): void {
  declareScope(cert.command('expiring'))
    .requiredOption('--within <duration>', 'that end from now on, within so long: 30d, 12h or 4w')
    .option('--limit <number>', 'maximum number; all when left out')
    .option('--csv', 'comma-separated values with a header, and all members')
    .summary('list active certificates that end soon')
    .description(
      'Lists active certificates that end soon, the first to end first. The exit code is 6 when there are some, and 0 when there are none: then the ' +
        'table is empty.',
    )
    .examples(
      'sealwright cert expiring --within 30d',
      "sealwright cert expiring --within 2w --ca ManagementCA --profile SERVER --csv > soon.csv || mail -s 'They end soon' ops@example.org < soon.csv",
    )
    .inSession(async (session, command) => {
      const options = command.opts<ExpiringOptions>();
      const within = parseDuration(options.within, '--within');
      const limit = readLimit(options.limit);
      const now = Math.floor(session.context.now() / 1000);
      const criteria = readCriteria({
        ...options,
        status: ['active'],
        // Neither end is part of what is searched.
        expiresAfter: formatMoment(now - 1),
        expiresBefore: formatMoment(Math.min(now + within, LAST_MOMENT) + 1),
      });
      const order = { property: 'EXPIRE_DATE', descending: false };
      const rest = await session.connectToCertificates();
      const pages = rest.find(criteria, { order, limit: limit + 1 });
      const { count, isCutOff } = await writeList(session, pages, { ...options, columns: columnsAt(now), limit });
      return count > 0 || isCutOff ? 'found' : 'success';
    });
}

function columnsAt(now: number): TableColumns {
  return {
    EXPIRES: ({ notAfter }) => formatMoment(notAfter),
    DAYS: ({ notAfter }) => String(Math.floor((notAfter - now) / SECONDS_OF_DAY)),
    'SERIAL NUMBER': ({ serialNumber }) => serialNumber,
    USERNAME: ({ username }) => printable(username ?? ''),
    'SUBJECT DN': ({ subjectDn }) => printable(subjectDn),
  };
}

const SECONDS_OF_DAY = 86_400;
/** 9999-12-31T23:59:58Z: the second after it can be written. */
const LAST_MOMENT = 253_402_300_798;
