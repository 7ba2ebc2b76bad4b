import { Option } from 'commander';
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
import { type Exported, writeBundle, writeDirectory } from '../../certificates/export.ts';
import { UsageError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';

interface ExportOptions extends CriteriaOptions, OrderOptions {
  readonly out?: string;
  readonly bundle?: string;
  readonly format?: 'pem' | 'der';
  readonly limit?: string;
  readonly force?: true;
}

/** `sealwright cert export`: certificates as files. */
export function addCertExportCommand(cert: CliCommand): void {
  declareOrder(declareCriteria(cert.command('export')))
    .option(
      '--out <directory>',
      'a file for each, named after its serial number; the directory is made when it is missing',
    )
    .option('--bundle <file>', 'all in one file of PEM')
    .addOption(new Option('--format <format>', 'of the files of --out (default: pem)').choices(['pem', 'der']))
    .option('--limit <number>', 'maximum number; all when left out')
    .option('--force', 'overwrite files')
    .summary('write certificates to files')
    .description('Writes the certificates that you may see to files. The options say which, as in "cert list".')
    .examples(
      'sealwright cert export --status active --profile SERVER --out servers',
      'sealwright cert export --ca ManagementCA --issued-after 2026-01-01 --bundle issued-2026.pem',
    )
    .inSession(async (session, command) => {
      const options = command.opts<ExportOptions>();
      const { out, bundle, format = 'pem', force = false } = options;
      const target = out ?? bundle;
      if (target === undefined || (out !== undefined && bundle !== undefined))
        throw new UsageError('where to? Give either --out DIRECTORY or --bundle FILE');
      if (bundle !== undefined && options.format === 'der')
        throw new UsageError('--format der is for --out; a bundle is PEM');
      const found = { order: readOrder(options), limit: readLimit(options.limit) };
      const criteria = readCriteria(options);
      const pages = (await session.connectToCertificates()).find(criteria, found);
      const work =
        bundle === undefined
          ? writeDirectory(pages, target, { force, form: format })
          : writeBundle(pages, target, { force });
      session.show(exportResult(target, await session.progress.during('exporting', work)));
      return 'success';
    });
}

function exportResult(target: string, { written, leftOut }: Exported) {
  return {
    text: () => `${written} ${written === 1 ? 'certificate' : 'certificates'} to ${printable(target)}\n`,
    json: { outcome: 'exported', written, left_out: leftOut, target },
    warnings:
      leftOut === 0
        ? []
        : [`${leftOut} are left out: of them only the revocation is known, or a bundle cannot hold them`],
  };
}
