import type { Command } from 'commander';
import { takeFormerNames } from '../../former-names.ts';
import { action, type CommandDeps } from '../../session.ts';
import { StagedFiles } from '../../files/staged-files.ts';
import { readCertificateText } from './ca-acts.ts';

interface CsrOptions {
  readonly keyAlias?: string;
  readonly chain: readonly string[];
  readonly out?: string;
  readonly force?: boolean;
}

/** `sealwright ca csr`: the certification request of a CA, for another CA to sign. */
export function addCaCsrCommand(ca: Command, deps: CommandDeps): void {
  const csr = ca
    .command('csr')
    .argument('<name>', 'the name of the CA')
    .summary('get a certification request of a CA')
    .description(
      'Writes a certification request of a CA in PEM, for another CA to sign. `ca receive` takes the certificate that is made of it.',
    )
    .option('--key-alias <alias>', 'a key of the crypto token of the CA; a new one of the next sequence unless given')
    .option('--chain <file>', 'certificates above the one to come, in PEM or DER; may be repeated', collect, [])
    .option('--out <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite the file')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright ca csr "Issuing CA" --key-alias signKey --out issuing-ca.csr
  $ sealwright ca csr "Issuing CA" --chain root-ca.pem > issuing-ca.csr`,
    )
    .action(
      action(deps, async (session, command) => {
        const [name = ''] = command.args;
        const { keyAlias, chain, out, force = false } = command.opts<CsrOptions>();
        const output = out === undefined ? undefined : ({ path: out, mode: 0o644 } as const);
        const files = new StagedFiles({ force });
        if (output !== undefined) await files.requireFree([output]);
        const above = await Promise.all(chain.map(readCertificateText));
        const pem = await (await session.connectToCas()).request(name, { keyAlias, chain: above });
        if (output !== undefined) {
          await files.stage(output, pem);
          await files.publish();
        }
        session.show({
          text: () => (out === undefined ? pem : `${out}: the request of the CA\n`),
          json: out === undefined ? { certification_request: pem } : { file: out },
        });
        return 'success';
      }),
    );
  takeFormerNames(csr, { '--alias': '--key-alias' });
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
