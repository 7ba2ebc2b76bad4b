import type { CliCommand } from '../../cli-command.ts';
import { addSshKrlCommand } from './ssh-krl.ts';
import { addSshPubkeyCommand } from './ssh-pubkey.ts';
import { addSshSignCommand } from './ssh-sign.ts';

/** `sealwright ssh`: the commands about SSH CAs. */
export function addSshCommands(program: CliCommand): void {
  const ssh = program
    .command('ssh')
    .summary('SSH certificates, CA keys and key revocation lists')
    .description('Commands about SSH CAs, whose certificates sshd and ssh understand.');
  addSshSignCommand(ssh);
  addSshPubkeyCommand(ssh);
  addSshKrlCommand(ssh);
}
