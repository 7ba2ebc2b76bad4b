import { Krl, PkiError } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { UnexpectedAnswerError } from '../../errors.ts';
import { StagedFiles } from '../../files/staged-files.ts';

interface KrlOptions {
  readonly out: string;
  readonly force?: boolean;
}

/** `sealwright ssh krl`: what an SSH CA has revoked, for the hosts that have to know. */
export function addSshKrlCommand(ssh: CliCommand): void {
  ssh
    .command('krl')
    .summary('get the key revocation list of an SSH CA')
    .description(
      'Writes the key revocation list of an SSH CA as of now, for RevokedKeys of sshd and RevokedHostKeys of ssh.',
    )
    .argument('<ca>', 'name of the CA')
    .requiredOption('--out <file>', 'the file')
    .option('--force', 'overwrite the file; a reader meanwhile sees the old or the new one')
    .addHelpText(
      'after',
      `
The list has no signature, since OpenSSH ignores those: what protects it is how it gets to a host. sshd reads the file anew for every
login, and lets nobody in while it is missing or damaged.`,
    )
    .examples(
      'sealwright ssh krl "SSH CA" --out /etc/ssh/revoked.krl --force',
      'ssh-keygen -Q -l -f /etc/ssh/revoked.krl',
    )
    .inSession(async (session, command) => {
      const { out, force = false } = command.opts<KrlOptions>();
      const [ca = ''] = command.args;
      const files = new StagedFiles({ force });
      const output = { path: out, mode: 0o644 } as const;
      await files.requireFree([output]);
      const rest = await session.connectToAdministration();
      const bytes = await rest.krl(ca);
      // A host that gets a file it cannot read lets nobody in.
      const krl = readKrl(bytes);
      await files.stage(output, bytes);
      await files.publish();
      session.show({
        text: () => `${out}: version ${krl.version}, ${bytes.length} octets\n`,
        json: { ca_name: ca, file: out, version: Number(krl.version), octets: bytes.length },
      });
      return 'success';
    });
}

function readKrl(bytes: Uint8Array): Krl {
  try {
    return Krl.parse(bytes);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`the answer is not a key revocation list: ${error.message}`, { cause: error });
  }
}
