import { Crl, crlNumber } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { requireCaDn } from '../../arguments/ca-name.ts';
import { readPartition } from '../../arguments/crl-partition.ts';
import { readPemOrDer } from '../../files/input-file.ts';
import { printable } from '../../terminal/output.ts';

/** `sealwright crl import`: gives the server a CRL of a CA that was made elsewhere. */
export function addCrlImportCommand(crl: CliCommand): void {
  crl
    .command('import')
    .argument('<ca>', 'name of the CA, or its subject DN')
    .argument('<file>', 'the CRL, PEM or DER')
    .option('--partition <number>', 'the partition that it is of (default: 0, the main CRL)')
    .summary('take over a CRL that was made elsewhere')
    .description(
      'Gives the server a CRL that a CA has made elsewhere: an external CA, or one that goes on here. Its revocations are taken over, and ' +
        'the numbers of CRLs go on from its number.',
    )
    .examples(
      'sealwright crl import "Partner CA" partner.crl',
      'sealwright crl import "Issuing CA" issuing-ca-2.crl --partition 2',
    )
    .inSession(async (session, command) => {
      const [nameOrDn = '', file = ''] = command.args;
      const partition = readPartition(command.opts<{ readonly partition?: string }>().partition);
      const { der, number } = await readPemOrDer(file, {
        label: 'X509 CRL',
        what: 'a CRL',
        parse: readCrl,
        maxOctets: MAX_OCTETS,
      });
      const issuerDn = await requireCaDn(await session.connect(), nameOrDn);
      const boundary = `sealwright-${session.context.random(16).toHex()}`;
      const rest = await session.connectToCrls();
      await session.progress.during('importing', rest.import(issuerDn, { der, partition, boundary }));
      session.show({
        text: () => `imported: CRL ${number ?? 'without a number'} of ${printable(issuerDn)}\n`,
        json: { outcome: 'imported', issuer_dn: issuerDn, partition, ...(number === undefined ? {} : { number }) },
      });
      return 'success';
    });
}

function readCrl(der: Uint8Array): { readonly der: Uint8Array; readonly number: number | undefined } {
  const crl = Crl.parse(der);
  const number = crl.extension(crlNumber);
  return { der: crl.der, number: number === undefined ? undefined : Number(number) };
}

/** Maximum size that the server takes, in PEM. */
const MAX_OCTETS = 72 * 1024 * 1024;
