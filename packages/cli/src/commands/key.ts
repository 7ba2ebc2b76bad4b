import { printedSerialNumber } from '@sealwright/pki';
import type { CliCommand } from '../cli-command.ts';
import { certificateIdentifier } from '../arguments/certificate-id.ts';
import { printable } from '../terminal/output.ts';

/** `sealwright key`: `recover`. */
export function addKeyCommands(program: CliCommand): void {
  const key = program
    .command('key')
    .summary('keys that the server keeps')
    .description('Commands about the private keys that the server keeps for end entities.');
  key
    .command('recover')
    .argument('[file]', 'the certificate of the key, PEM or DER')
    .option('--ca <ca>', 'the issuing CA: its name, or its subject DN')
    .option('--serial <hex>', 'the serial number, as `openssl x509 -serial` prints it')
    .summary('recover the key of a certificate')
    .description(
      'Marks the key of a certificate for recovery: its end entity gets it with the next "enroll --keystore".\n' +
        'Names the certificate by FILE, or by --ca and --serial. Often others have to approve.',
    )
    .examples(
      'sealwright key recover alice.crt.pem',
      'sealwright key recover --ca ManagementCA --serial 5A1F33C09D2E7781',
    )
    .inSession(async (session, command) => {
      const identify = await certificateIdentifier(command.args[0], command.opts());
      const rest = await session.connect();
      const { issuerDn, serialNumber } = await identify(rest);
      const pending = await rest.recoverKey(issuerDn, serialNumber);
      const serial = printedSerialNumber(serialNumber);
      if (pending !== undefined) {
        session.show({
          text: () => `${printable(pending.info)} Request ${pending.requestId}: not marked yet.\n`,
          json: { outcome: pending.outcome, request_id: pending.requestId, info_message: pending.info },
        });
        return 'pending-approval';
      }
      session.show({
        text: () => `the key of ${serial} of ${printable(issuerDn)} comes with the next keystore of its end entity\n`,
        json: { outcome: 'marked', issuer_dn: issuerDn, serial_number: serial },
      });
      return 'success';
    });
}
