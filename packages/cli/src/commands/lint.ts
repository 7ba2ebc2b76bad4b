import type { Requirements } from '@sealwright/lint';
import { Option } from 'commander';
import type { CliCommand } from '../cli-command.ts';
import { type LintedObject, lintObjects } from '../files/linted-objects.ts';
import { formatTable } from '../terminal/output.ts';

/** `sealwright lint`: violations of RFC 5280 and its like, and of further documents that are named, in what a file holds. Asks no server. */
export function addLintCommand(program: CliCommand): void {
  program
    .command('lint')
    .summary('check certificates, CRLs, requests and OCSP responses against RFC 5280 and its like')
    .description(
      'Checks each certificate, CRL, certification request and OCSP response of a file against RFC 5280, RFC 2986, RFC 6960 and the RFCs that they name, by the rules that held when it was issued. Signatures are not verified. The exit code is 1 when a rule of level error is violated.',
    )
    .argument('<file>', 'PEM, which may hold several, or DER')
    .addOption(
      new Option(
        '--requirements <set>',
        "check against the CA/Browser Forum's requirements as well; of CRLs and OCSP responses there are those for TLS alone",
      ).choices(REQUIREMENTS),
    )
    .examples(
      'sealwright lint web1.crt.pem',
      'sealwright lint ca.crl',
      'sealwright lint web1.crt.pem --requirements TLS --json',
    )
    .inSession(async (session, command) => {
      const [file = ''] = command.args;
      const { requirements } = command.opts<{ requirements?: Requirements }>();
      // No other command needs its rules.
      const objects = await lintObjects(file, requirements, await import('@sealwright/lint'));
      const found = objects.flatMap(({ kind, findings }, index) =>
        findings.map((finding) => ({ object: index + 1, kind: kind ?? null, ...finding })),
      );
      session.show({ text: () => tableOf(objects), json: found });
      return found.some(({ level }) => level === 'error') ? 'refused' : 'success';
    });
}

function tableOf(objects: readonly LintedObject[]): string {
  if (objects.every(({ findings }) => findings.length === 0)) return 'nothing found\n';
  const several = objects.length > 1;
  return formatTable(
    [...(several ? ['OBJECT'] : []), 'LEVEL', 'RULE', 'CLAUSE', 'FINDING'],
    objects.flatMap(({ kind, findings }, index) =>
      findings.map(({ level, rule, clause, message }) => [
        ...(several ? [`${index + 1} (${kind ?? 'unknown'})`] : []),
        level,
        rule,
        clause,
        message,
      ]),
    ),
  );
}

const REQUIREMENTS: readonly Requirements[] = ['TLS', 'SMIME', 'CODE_SIGNING'];
