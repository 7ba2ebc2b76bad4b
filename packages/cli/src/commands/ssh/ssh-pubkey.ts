import type { CliCommand } from '../../cli-command.ts';
import { StagedFiles } from '../../files/staged-files.ts';

interface PubkeyOptions {
  readonly out?: string;
  readonly force?: boolean;
}

/** `sealwright ssh pubkey`: the key of an SSH CA, for those who are to trust it. */
export function addSshPubkeyCommand(ssh: CliCommand): void {
  ssh
    .command('pubkey')
    .summary('get the public key of an SSH CA')
    .description(
      'Writes the public key of an SSH CA as the one line that TrustedUserCAKeys and @cert-authority ask for.',
    )
    .argument('<ca>', 'name of the CA')
    .option('--out <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite the file')
    .examples(
      'sealwright ssh pubkey "SSH CA" --out /etc/ssh/user-ca.pub',
      'echo "@cert-authority *.example.com $(sealwright ssh pubkey "SSH Host CA")" >> ~/.ssh/known_hosts',
    )
    .inSession(async (session, command) => {
      const { out, force = false } = command.opts<PubkeyOptions>();
      const [ca = ''] = command.args;
      const files = new StagedFiles({ force });
      const output = out === undefined ? undefined : ({ path: out, mode: 0o644 } as const);
      if (output !== undefined) await files.requireFree([output]);
      const rest = await session.connectToSsh();
      const { line, read: key } = await rest.publicKey(ca);
      if (output !== undefined) {
        await files.stage(output, `${line}\n`);
        await files.publish();
      }
      session.show({
        text: () => (out === undefined ? `${line}\n` : `${out}: ${key.fingerprint}\n`),
        json: {
          ca_name: ca,
          type: key.type.name,
          fingerprint: key.fingerprint,
          ...(out === undefined ? { public_key: line } : { file: out }),
        },
      });
      return 'success';
    });
}
