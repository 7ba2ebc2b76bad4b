import { collect } from '../../arguments/repeated.ts';
import type { CliCommand } from '../../cli-command.ts';
import { takeFormerNames } from '../../former-names.ts';
import type { Session } from '../../session.ts';
import { StagedFiles } from '../../files/staged-files.ts';
import { readCertificateText } from './ca-acts.ts';

interface CsrOptions {
  readonly keyAlias?: string;
  readonly chain: readonly string[];
  readonly out?: string;
  readonly force?: boolean;
}

/** `sealwright ca csr`: the certification request of a CA, for another CA to sign. */
export function addCaCsrCommand(ca: CliCommand): void {
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
    .examples(
      'sealwright ca csr "Issuing CA" --key-alias signKey --out issuing-ca.csr',
      'sealwright ca csr "Issuing CA" --chain root-ca.pem > issuing-ca.csr',
    )
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const { keyAlias, chain, out, force } = command.opts<CsrOptions>();
      const write = await writerOf({ out, force });
      const above = await Promise.all(chain.map(readCertificateText));
      const pem = await (await session.connectToCas()).request(name, { keyAlias, chain: above });
      await write(session, pem);
      return 'success';
    });
  takeFormerNames(csr, { '--alias': '--key-alias' });
}

/** `sealwright ca ocsp-csr`: the request of the OCSP responder of an external CA, for that CA to sign. */
export function addCaOcspCsrCommand(ca: CliCommand): void {
  ca.command('ocsp-csr')
    .argument('<name>', 'the name of the external CA')
    .summary('get a request for the OCSP responder of an external CA')
    .description(
      'Writes a request for the certificate of the OCSP responder of an external CA in PEM, for that CA to sign. Its key is made in the crypto token that ' +
        'ocspCryptoToken names. `ca ocsp-receive` takes the certificate.',
    )
    .option('--out <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite the file')
    .examples('sealwright ca ocsp-csr "Partner CA" --out responder.csr')
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const write = await writerOf(command.opts<Pick<CsrOptions, 'out' | 'force'>>());
      await write(session, await (await session.connectToCas()).requestResponder(name));
      return 'success';
    });
}

/** Makes sure that the file can be written, before anything is asked for. */
async function writerOf({
  out,
  force = false,
}: {
  readonly out?: string | undefined;
  readonly force?: boolean | undefined;
}) {
  const output = out === undefined ? undefined : ({ path: out, mode: 0o644 } as const);
  const files = new StagedFiles({ force });
  if (output !== undefined) await files.requireFree([output]);
  return async (session: Session, pem: string): Promise<void> => {
    if (output !== undefined) {
      await files.stage(output, pem);
      await files.publish();
    }
    session.show({
      text: () => (out === undefined ? pem : `${out}: the request of the CA\n`),
      json: out === undefined ? { certification_request: pem } : { file: out },
    });
  };
}
