import { printedSerialNumber } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { KEY_TYPES } from '../../enrollment/key-types.ts';
import { renew, type Renewal, type RenewOptions, revocationCommand } from '../../enrollment/renew.ts';
import { enrollmentResult } from '../../enrollment/result.ts';
import { printable, type Result } from '../../terminal/output.ts';

/** `sealwright cert renew`: another certificate for the same names. */
export function addCertRenewCommand(cert: CliCommand): void {
  cert
    .command('renew')
    .argument('<file>', 'the certificate, PEM or DER')
    .option('--username <name>', 'the end entity of the certificate; the one that has its subject when left out')
    .option('--profile <name>', 'certificate profile, such as SERVER; that of the end entity when left out')
    .option('--end-entity-profile <name>', 'end entity profile; that of the end entity when left out')
    .option('--ca <name>', 'name of the CA that issues; that of the certificate when left out')
    .option('--email <address>', 'of the end entity')
    .option(
      '--key-type <type>',
      `of the new key, one of ${Object.keys(KEY_TYPES).join(', ')} (default: as the old one)`,
    )
    .option('--same-key <file>', 'no new key: the private key of the certificate, PEM without a password')
    .option('--revoke-old', 'revoke the old certificate as SUPERSEDED once the new one is written')
    .option('--not-before <time>', 'beginning of the validity, ISO 8601 with offset, where the profile allows it')
    .option('--not-after <time>', 'end of the validity, likewise')
    .requiredOption('--out <path>', 'beginning of the names of the files')
    .option('--p12 <file>', 'also write key and certificates to this PKCS#12 keystore')
    .option('--p12-password-file <file>', 'its password is the first line of this file')
    .option('--force', 'overwrite files')
    .summary('get another certificate for the same names')
    .description(
      'Gets another certificate for the names of the one in FILE, for a new key of the same kind.\n' +
        'Writes OUT.key.pem, OUT.crt.pem and OUT.chain.pem, as "enroll" does.',
    )
    .examples(
      'sealwright cert renew web1.crt.pem --out web1-2027',
      'sealwright cert renew web1.crt.pem --username web1 --profile SERVER --out web1 --force --revoke-old',
      'sealwright cert renew web1.crt.pem --username web1 --profile SERVER --same-key web1.key.pem --out web1-2027',
    )
    .inSession(async (session, command) => {
      const options = command.opts<RenewOptions>();
      const renewal = await renew(session, command.args[0]!, options);
      session.show(renewalResult(renewal, options));
      return renewal.enrollment.outcome === 'enrolled' ? 'success' : 'pending-approval';
    });
}

/** Shows the new certificate as an enrollment does, and what has become of the old one. */
function renewalResult({ old, enrollment, revocation, warnings }: Renewal, { out, revokeOld }: RenewOptions): Result {
  const issued = enrollmentResult(enrollment, out);
  const serial = printedSerialNumber(old.serialNumberText);
  const left =
    revocation?.outcome === 'done' || revokeOld !== true
      ? []
      : revocation === undefined
        ? [`the old certificate is not revoked; when you have the new one: ${revocationCommand(old)}`]
        : [`the revocation of the old certificate ${serial} waits for approval: request ${revocation.requestId}`];
  return {
    text: () =>
      issued.text() +
      (revocation?.outcome === 'done' ? `revoked ${serial}, the old one: ${printable(revocation.reason)}\n` : ''),
    json: {
      ...(issued.json as object),
      old_serial_number: serial,
      ...(revocation === undefined ? {} : { revocation: revocationJson(revocation) }),
    },
    warnings: [...(issued.warnings ?? []), ...warnings, ...left],
  };
}

function revocationJson(revocation: NonNullable<Renewal['revocation']>): object {
  return revocation.outcome === 'done'
    ? { outcome: 'revoked', revocation_reason: revocation.reason, revocation_date: revocation.date }
    : { outcome: revocation.outcome, request_id: revocation.requestId };
}
