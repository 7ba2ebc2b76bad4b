import { Crl, crlNumber, deltaCrlIndicator, formatPem, PkiError } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { readPartition } from '../../arguments/crl-partition.ts';
import { UnexpectedAnswerError, UsageError } from '../../errors.ts';
import { formatMoment } from '../../arguments/moment.ts';
import { printable } from '../../terminal/output.ts';
import { StagedFiles } from '../../files/staged-files.ts';

interface GetOptions {
  readonly delta?: boolean;
  readonly partition?: string;
  readonly format: 'PEM' | 'DER';
  readonly out?: string;
  readonly force?: boolean;
}

/** `sealwright crl get`: the newest CRL of a CA, as relying parties get it. */
export function addCrlGetCommand(crl: CliCommand): void {
  crl
    .command('get')
    .argument('<ca>', 'name of the CA')
    .option('--delta', 'the delta CRL')
    .option('--partition <number>', 'the CRL of a partition (default: 0, the main CRL)')
    .option('--format <format>', 'PEM or DER', readFormat, 'PEM')
    .option('--out <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite the file; a reader meanwhile sees the old or the new one')
    .summary('get a CRL')
    .description('Gets the newest CRL of a CA from where relying parties get it. Needs no client certificate.')
    .examples(
      'sealwright crl get ManagementCA | openssl crl -noout -text',
      'sealwright crl get "Issuing CA" --format DER --out issuing-ca.crl --force',
      'sealwright crl get "Issuing CA" --delta --partition 2 --out delta-2.crl.pem',
    )
    .inSession(async (session, command) => {
      const { delta = false, partition, format, out, force = false } = command.opts<GetOptions>();
      const [ca = ''] = command.args;
      if (out === undefined && format === 'DER')
        throw new UsageError('--format DER is not for a terminal: name a file with --out');
      const variant = { delta, partition: readPartition(partition) };
      const output = out === undefined ? undefined : ({ path: out, mode: 0o644 } as const);
      const files = new StagedFiles({ force });
      if (output !== undefined) await files.requireFree([output]);
      const der = await (await session.connectToDistribution()).crl(ca, variant);
      const facts = factsOf(der);
      const pem = formatPem('X509 CRL', der);
      if (output !== undefined) {
        await files.stage(output, format === 'DER' ? der : pem);
        await files.publish();
      }
      session.show({
        text: () =>
          out === undefined
            ? pem
            : `${out}: CRL ${facts.number ?? 'without a number'} of ${printable(facts.issuer_dn)}, next update ${facts.next_update ?? 'unknown'}\n`,
        json: { ...facts, ...(out === undefined ? { crl: pem } : { file: out }) },
      });
      return 'success';
    });
}

/** Reads the facts of a CRL, and refuses one that its readers could not use before it is written. */
function factsOf(der: Uint8Array) {
  try {
    const crl = Crl.parse(der);
    const number = crl.extension(crlNumber);
    return {
      issuer_dn: crl.issuer.toString(),
      ...(number === undefined ? {} : { number: Number(number) }),
      delta: crl.extension(deltaCrlIndicator) !== undefined,
      this_update: formatMoment(crl.thisUpdate),
      ...(crl.nextUpdate === undefined ? {} : { next_update: formatMoment(crl.nextUpdate) }),
    };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`the answer is not a CRL: ${error.message}`, { cause: error });
  }
}

function readFormat(text: string): GetOptions['format'] {
  const format = text.toUpperCase();
  if (format === 'PEM' || format === 'DER') return format;
  throw new UsageError(`--format is '${printable(text)}'; it has to be PEM or DER`);
}
