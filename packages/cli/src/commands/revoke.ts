import { printedSerialNumber } from '@sealwright/pki';
import type { CliCommand } from '../cli-command.ts';
import { type CertificateId, certificateIdentifier } from '../arguments/certificate-id.ts';
import { declareConfirmation, requireConfirmation } from '../terminal/confirmation.ts';
import { RefusedError } from '../errors.ts';
import { parseMoment } from '../arguments/moment.ts';
import { printable } from '../terminal/output.ts';
import { parseReason, REASONS } from '../arguments/revocation-reason.ts';
import type { Session } from '../session.ts';

interface RevokeOptions {
  readonly ca?: string;
  readonly serial?: string;
  readonly reason: string;
  readonly date?: string;
  readonly invalidityDate?: string;
}

/** `sealwright revoke`: ends the validity of a certificate, or suspends it. */
export function addRevokeCommand(program: CliCommand): void {
  declareConfirmation(program.command('revoke'))
    .summary('revoke a certificate')
    .description(
      'Revokes the certificate in FILE, or the one that --ca issued under --serial. That of a CA is asked about.',
    )
    .argument('[file]', 'the certificate, PEM or DER')
    .option('--ca <ca>', 'the issuing CA: its name, or its subject DN')
    .option('--serial <hex>', 'the serial number, as `openssl x509 -serial` prints it')
    .requiredOption('--reason <reason>', `one of ${REASONS.join(', ')}`)
    .option('--date <time>', 'since when it counts as revoked, ISO 8601 with offset; now when left out')
    .option('--invalidity-date <time>', 'since when the key is not to be trusted, ISO 8601 with offset')
    .addHelpText('after', '\nCERTIFICATE_HOLD suspends; REMOVE_FROM_CRL ends a suspension.')
    .examples(
      'sealwright revoke web1.crt.pem --reason KEY_COMPROMISE',
      'sealwright revoke --ca ManagementCA --serial 5A1F33C09D2E7781 --reason SUPERSEDED',
      'sealwright revoke web1.crt.pem --reason KEY_COMPROMISE --invalidity-date 2031-05-01T10:00:00+02:00',
    )
    .inSession(async (session, command) => {
      const options = command.opts<RevokeOptions>();
      const [file] = command.args;
      const reason = parseReason(options.reason, REASONS);
      const date = options.date === undefined ? undefined : parseMoment(options.date, '--date');
      const invalidityDate =
        options.invalidityDate === undefined ? undefined : parseMoment(options.invalidityDate, '--invalidity-date');
      const identify = await certificateIdentifier(file, options);
      const rest = await session.connect();
      const id = await identify(rest);
      const { issuerDn, serialNumber } = id;
      if (reason !== 'REMOVE_FROM_CRL' && (await isOfCa(session, id)))
        await requireConfirmation(session, command, CA_ENDS);
      const result = await rest.revoke({ issuerDn, serialNumber, reason, date, invalidityDate });
      if (result.outcome === 'pending-approval') {
        session.show({
          text: () => `${printable(result.info)} Request ${result.requestId}: not revoked yet.\n`,
          json: { outcome: result.outcome, request_id: result.requestId, info_message: result.info },
        });
        return 'pending-approval';
      }
      const what = `${printedSerialNumber(serialNumber)} of ${printable(issuerDn)}`;
      session.show({
        text: () =>
          result.revoked
            ? `revoked ${what}: ${printable(result.reason)}${result.date === undefined ? '' : `, ${printable(result.date)}`}\n`
            : `valid again: ${what}\n`,
        json: {
          outcome: result.revoked ? 'revoked' : 'reactivated',
          issuer_dn: issuerDn,
          serial_number: printedSerialNumber(serialNumber),
          revocation_reason: result.reason,
          ...(result.date === undefined ? {} : { revocation_date: result.date }),
        },
      });
      return 'success';
    });
}

/** Finds out whether revoking the certificate would end a CA here. A server that lists no CAs to the caller says so itself. */
async function isOfCa(session: Session, { serialNumber, ofCa }: CertificateId): Promise<boolean> {
  if (ofCa !== undefined) return ofCa;
  try {
    const cas = await (await session.connectToCas()).list();
    return cas.some((ca) => ca.serialNumber === serialNumber);
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}

const CA_ENDS = 'This ends the CA of the certificate for good and revokes every certificate that it has issued.';
