import type { CliCommand } from '../../cli-command.ts';
import { takeFormerNames } from '../../former-names.ts';
import { CvCertificate, PkiError } from '@sealwright/pki';
import { readCardVerifiable } from '../../files/card-verifiable.ts';
import { FileError, UnexpectedAnswerError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';
import { StagedFiles } from '../../files/staged-files.ts';

interface SignOptions {
  readonly ca: string;
  readonly profile: string;
  readonly username?: string;
  readonly notAfter?: string;
  readonly out: string;
  readonly force?: boolean;
}

/** `sealwright cvc sign`: a certificate for a request. */
export function addCvcSignCommand(cvc: CliCommand): void {
  const sign = cvc
    .command('sign')
    .summary('issue a card verifiable certificate')
    .description('Has a CVC CA issue a certificate for the request in FILE.')
    .argument('<file>', 'the request, with or without an outer signature: octets as they are, PEM, or base64')
    .requiredOption(
      '--ca <name>',
      'the CVC CA: a document verifier for terminals, a country verifying CA for document verifiers',
    )
    .requiredOption('--profile <name>', 'the certificate profile')
    .requiredOption('--out <file>', 'where the certificate is written, as it is')
    .option('--username <name>', 'kept with the certificate')
    .option('--not-after <date>', 'the last day of validity, such as 2027-03-31, where the profile lets you choose')
    .option('--force', 'overwrite the file')
    .examples(
      'sealwright cvc sign terminal.request --ca DV --profile ENDUSER --out SEIS00001.cvcert',
      'sealwright cvc sign dv.request --ca CVCA --profile SUBCA --not-after 2027-03-31 --out DEDV00001.cvcert',
    )
    .inSession(async (session, command) => {
      const { ca, profile, username, notAfter, out, force = false } = command.opts<SignOptions>();
      const [file = ''] = command.args;
      const read = await readCardVerifiable(file);
      if (read.kind !== 'request')
        throw new FileError('cli.file_unusable', `${file} is a certificate; a request for one is expected there`);
      const output = { path: out, mode: 0o644 } as const;
      const files = new StagedFiles({ force });
      await files.requireFree([output]);
      const rest = await session.connectToAdministration();
      const signed = await rest.signCvRequest(ca, {
        request: read.octets,
        profile,
        username,
        expirationDate: notAfter,
      });
      const certificate = parse(signed);
      await files.stage(output, certificate.der);
      await files.publish();
      const { holder, authority } = certificate;
      session.show({
        text: () => `${out}: issued to ${printable(holder.text)} by ${printable(authority.text)}\n`,
        json: { file: out, holder: holder.text, authority: authority.text },
      });
      return 'success';
    });
  takeFormerNames(sign, { '--until': '--not-after' });
}

function parse(octets: Uint8Array): CvCertificate {
  try {
    return CvCertificate.parse(octets);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`the server's certificate cannot be read: ${error.message}`);
  }
}
