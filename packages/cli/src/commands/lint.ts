import type { Requirements } from '@sealwright/lint';
import { type Command, Option } from 'commander';
import { readPemOrDer } from '../files/input-file.ts';
import { action, type CommandDeps } from '../session.ts';
import { formatTable } from '../terminal/output.ts';

/** `sealwright lint`: violations of RFC 5280, and of what is named beside it, in a certificate. Asks no server. */
export function addLintCommand(program: Command, deps: CommandDeps): void {
  program
    .command('lint')
    .summary('check a certificate against RFC 5280')
    .description(
      'Checks a certificate against RFC 5280 and the RFCs that it names, by the rules that held when it was issued. Its signature is not verified. The exit code is 1 when a rule of level error is violated.',
    )
    .argument('<file>', 'PEM or DER')
    .addOption(
      new Option('--requirements <set>', "check against the CA/Browser Forum's requirements as well").choices(
        REQUIREMENTS,
      ),
    )
    .addHelpText(
      'after',
      `\nExamples:\n  $ sealwright lint web1.crt.pem\n  $ sealwright lint web1.crt.pem --requirements TLS --json`,
    )
    .action(
      action(deps, async (session, command) => {
        const [file = ''] = command.args;
        const { requirements } = command.opts<{ requirements?: Requirements }>();
        const der = await readPemOrDer(file, {
          label: 'CERTIFICATE',
          what: 'a certificate',
          parse: (octets) => octets,
        });
        // No other command needs its rules.
        const { lintCertificate } = await import('@sealwright/lint');
        const findings = lintCertificate(der, requirements === undefined ? {} : { requirements: [requirements] });
        session.show({
          text: () =>
            findings.length === 0
              ? 'nothing found'
              : formatTable(
                  ['LEVEL', 'RULE', 'CLAUSE', 'FINDING'],
                  findings.map(({ level, rule, clause, message }) => [level, rule, clause, message]),
                ),
          json: findings,
        });
        return findings.some(({ level }) => level === 'error') ? 'refused' : 'success';
      }),
    );
}

const REQUIREMENTS: readonly Requirements[] = ['TLS', 'SMIME', 'CODE_SIGNING'];
