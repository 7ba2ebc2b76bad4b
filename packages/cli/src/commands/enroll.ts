import { printedSerialNumber } from '@sealwright/pki';
import type { Command } from 'commander';
import { enroll, type EnrollmentResult } from '../enrollment/enroll.ts';
import { KEY_TYPES } from '../enrollment/key-types.ts';
import type { EnrollmentPlan, EnrollOptions } from '../enrollment/plan.ts';
import { SAN_TYPES } from '../enrollment/subject-names.ts';
import { formatMoment } from '../moment.ts';
import { printable, type Result } from '../output.ts';
import { action, type CommandDeps } from '../session.ts';

/** `sealwright enroll`: a certificate for a new key, or for a request from a file. */
export function addEnrollCommand(program: Command, deps: CommandDeps): void {
  program
    .command('enroll')
    .summary('get a certificate')
    .description(
      'Makes a private key and has a certificate issued for it; with --csr, for the key of a request.\n' +
        'Writes OUT.key.pem (PKCS#8, readable by you alone), OUT.crt.pem and OUT.chain.pem.',
    )
    .requiredOption('--ca <name>', 'name of the issuing CA')
    .requiredOption('--profile <name>', 'certificate profile, such as SERVER')
    .option('--ee-profile <name>', 'end entity profile', 'EMPTY')
    .requiredOption('--username <name>', 'the end entity; made, or edited when it exists')
    .option('--email <address>', 'of the end entity')
    .option('--subject <dn>', 'subject such as "CN=web1.example,O=Example"; with --csr, instead of its own')
    .option(
      '--san <type:value>',
      `alternative name, may be repeated; types: ${Object.keys(SAN_TYPES).join(', ')}`,
      collect,
    )
    .option('--key-type <type>', `one of ${Object.keys(KEY_TYPES).join(', ')} (default: P-256)`)
    .option('--csr <file>', 'a PKCS#10 request, PEM or DER, instead of a new key')
    .requiredOption('--out <path>', 'beginning of the names of the files')
    .option('--p12 <file>', 'also write key and certificates to this PKCS#12 keystore')
    .option('--p12-password-file <file>', 'its password is the first line of this file')
    .option('--force', 'overwrite files')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright enroll --ca ManagementCA --profile SERVER --username web1 --subject "CN=web1.example,O=Example" --san dns:web1.example --san ip:10.0.0.1 --out web1
  $ sealwright enroll --ca ManagementCA --profile ENDUSER --username alice --subject "CN=Alice" --key-type RSA-3072 --out alice --p12 alice.p12 --p12-password-file alice.password
  $ sealwright enroll --ca ManagementCA --profile SERVER --username web2 --csr web2.csr --out web2`,
    )
    .action(
      action(deps, async (session, command) => {
        const result = await enroll(session, command.opts<EnrollOptions>());
        session.show(describe(result));
        return result.outcome === 'enrolled' ? 'success' : 'pending-approval';
      }),
    );
}

function describe(result: EnrollmentResult): Result {
  if (result.outcome === 'pending-approval') {
    const { requestId, info, link, keyFile } = result;
    const kept = keyFile === undefined ? '' : ` The private key is kept in ${keyFile}.`;
    return {
      text: () => `${printable(info)} Request ${requestId}: no certificate was issued yet.${kept}\n`,
      json: {
        outcome: result.outcome,
        request_id: requestId,
        info_message: info,
        ...(link === undefined ? {} : { link }),
        ...(keyFile === undefined ? {} : { key_file: keyFile }),
      },
    };
  }
  const { certificate, plan } = result;
  const files = fileNames(plan);
  const until = formatMoment(certificate.notAfter);
  return {
    text: () =>
      `issued ${printedSerialNumber(certificate.serialNumberText)} to ${printable(certificate.subject.toString())} by ` +
      `${printable(certificate.issuer.toString())}, valid to ${until}\n` +
      Object.entries(files)
        .map(([what, file]) => `  ${what.padEnd(11)}  ${file}\n`)
        .join(''),
    json: {
      outcome: 'issued',
      serial_number: printedSerialNumber(certificate.serialNumberText),
      subject_dn: certificate.subject.toString(),
      issuer_dn: certificate.issuer.toString(),
      not_before: formatMoment(certificate.notBefore),
      not_after: until,
      sha256_fingerprint: certificate.sha256Fingerprint,
      files,
    },
  };
}

function fileNames({ source, certificateFile, chainFile }: EnrollmentPlan): Readonly<Record<string, string>> {
  const certificates = { certificate: certificateFile.path, chain: chainFile.path };
  if (source.kind === 'csr') return certificates;
  const keystore = source.pkcs12 === undefined ? {} : { pkcs12: source.pkcs12.file.path };
  return { ...certificates, key: source.keyFile.path, ...keystore };
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
