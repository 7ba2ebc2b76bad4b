import type { CliCommand } from '../../cli-command.ts';
import { UsageError } from '../../errors.ts';
import { finalizeEnrollment, type FinalizeOptions } from '../../enrollment/finalize.ts';
import { APPROVED_FORMATS, finalizeKeystore, type FinalizeKeystoreOptions } from '../../enrollment/keystore.ts';
import { KEY_TYPES } from '../../enrollment/key-types.ts';
import { refuseOthers } from '../refused-options.ts';

/** `sealwright approval finalize`: collects the certificate or the keystore of an enrollment that was approved, as `enroll --finalize` does. */
export function addApprovalFinalizeCommand(approval: CliCommand): void {
  approval
    .command('finalize')
    .argument('<id>', 'the number of the request')
    .requiredOption(
      '--out <path>',
      'as it was in the enrollment, which has put the private key there; with --keystore, the beginning of its name',
    )
    .option(
      '--keystore <format>',
      `collect a keystore whose key the server makes; one of ${APPROVED_FORMATS.join(', ')}`,
    )
    .option('--key-type <type>', `with --keystore: one of ${Object.keys(KEY_TYPES).join(', ')} (default: as approved)`)
    .option('--csr <file>', 'the request of the enrollment, when its key is elsewhere')
    .option(
      '--password-file <file>',
      "the password of the enrollment, if it has one; with --keystore: that of the end entity, asked for unless given; '-' is standard input",
    )
    .option('--p12 <file>', 'also write key and certificates to this PKCS#12 keystore')
    .option('--p12-password-file <file>', 'its password is the first line of this file')
    .option('--force', 'overwrite files')
    .summary('collect the certificate or the keystore that was approved')
    .description(
      'Collects the certificate of an enrollment that others have approved, once, and writes it beside its key. With --keystore, has the server make the keystore that was approved. The exit code is 6 while the ' +
        'request waits, and 1 when it was rejected or has expired.',
    )
    .examples(
      'sealwright approval finalize 1443311 --out web1',
      'sealwright approval finalize 1443312 --csr web2.csr --out web2',
      'sealwright approval finalize 1443313 --keystore p12 --out alice',
    )
    .inSession(async (session, command) => {
      const [id = ''] = command.args;
      const { keystore, keyType, ...options } = command.opts<FinalizeOptions & Partial<FinalizeKeystoreOptions>>();
      if (keystore !== undefined) {
        refuseOthers(command, OF_KEYSTORE, 'is not for --keystore: the server makes the key');
        const wanted = { ...options, keystore, ...(keyType === undefined ? {} : { keyType }) };
        const made = await finalizeKeystore(session, id, wanted);
        session.show(made.shown);
        return made.outcome === 'issued' ? 'success' : made.outcome;
      }
      if (keyType !== undefined) throw new UsageError('--key-type is for --keystore: the request has its key already');
      const { outcome, shown } = await finalizeEnrollment(session, id, options);
      session.show(shown);
      return outcome === 'issued' ? 'success' : outcome;
    });
}

const OF_KEYSTORE = new Set(['keystore', 'keyType', 'passwordFile', 'out', 'force']);
