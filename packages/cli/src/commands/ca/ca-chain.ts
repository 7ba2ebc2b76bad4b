import { formatPem } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { requireCaDn } from '../../arguments/ca-name.ts';
import { UnexpectedAnswerError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';
import { StagedFiles } from '../../files/staged-files.ts';

interface ChainOptions {
  readonly out?: string;
  readonly force?: boolean;
}

/** `sealwright ca chain`: the certificates from a CA up to its root. */
export function addCaChainCommand(ca: CliCommand): void {
  ca.command('chain')
    .summary("get a CA's certificate chain")
    .description('Writes the certificate of a CA and those above it, the root last, in PEM.')
    .argument('<ca>', 'name of the CA, or its subject DN')
    .option('--out <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite the file')
    .examples(
      'sealwright ca chain ManagementCA > management-ca.pem',
      'sealwright ca chain "CN=Issuing CA,O=Example,C=SE" --out issuing-ca.pem',
    )
    .inSession(async (session, command) => {
      const { out, force = false } = command.opts<ChainOptions>();
      const [nameOrDn = ''] = command.args;
      const output = out === undefined ? undefined : ({ path: out, mode: 0o644 } as const);
      const files = new StagedFiles({ force });
      if (output !== undefined) await files.requireFree([output]);
      const rest = await session.connect();
      const subjectDn = await requireCaDn(rest, nameOrDn);
      const chain = await rest.caChain(subjectDn);
      if (chain.length === 0)
        throw new UnexpectedAnswerError(`the server's chain of ${subjectDn} holds no certificate`);
      const pem = chain.map(({ der }) => formatPem('CERTIFICATE', der));
      if (output !== undefined) {
        await files.stage(output, pem.join(''));
        await files.publish();
      }
      session.show({
        text: () => (out === undefined ? pem.join('') : `${out}: the chain of ${printable(subjectDn)}\n`),
        json: { subject_dn: subjectDn, ...(out === undefined ? { certificates: pem } : { file: out }) },
      });
      return 'success';
    });
}
