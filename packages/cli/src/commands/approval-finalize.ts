import type { Command } from 'commander';
import { finalizeEnrollment, type FinalizeOptions } from '../enrollment/finalize.ts';
import { enrollmentResult } from '../enrollment/result.ts';
import { action, type CommandDeps } from '../session.ts';

/** `sealwright approval finalize`: collects the certificate of an enrollment that was approved, as `enroll --finalize` does. */
export function addApprovalFinalizeCommand(approval: Command, deps: CommandDeps): void {
  approval
    .command('finalize')
    .argument('<id>', 'the number of the request')
    .requiredOption('--out <path>', 'as it was in the enrollment, which has put the private key there')
    .option('--csr <file>', 'the PKCS#10 request of the enrollment, when its key is elsewhere')
    .option('--password-file <file>', "the password of the enrollment, if it has one; '-' is standard input")
    .option('--p12 <file>', 'also write key and certificates to this PKCS#12 keystore')
    .option('--p12-password-file <file>', 'its password is the first line of this file')
    .option('--force', 'overwrite files')
    .summary('collect the certificate that was approved')
    .description(
      'Collects the certificate of an enrollment that others have approved, once, and writes it beside its key. The exit code is 6 while the ' +
        'request waits, and 1 when it was rejected or has expired.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright approval finalize 1443311 --out web1
  $ sealwright approval finalize 1443312 --csr web2.csr --out web2`,
    )
    .action(
      action(deps, async (session, command) => {
        const [id = ''] = command.args;
        const options = command.opts<FinalizeOptions>();
        const result = await finalizeEnrollment(session, id, options);
        session.show(enrollmentResult(result, options.out));
        return result.outcome === 'enrolled' ? 'success' : 'pending-approval';
      }),
    );
}
