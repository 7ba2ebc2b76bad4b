import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addSshKrlCommand } from './ssh-krl.ts';
import { addSshPubkeyCommand } from './ssh-pubkey.ts';
import { addSshSignCommand } from './ssh-sign.ts';

/** `sealwright ssh`: the commands about SSH CAs. */
export function addSshCommands(program: Command, deps: CommandDeps): void {
  const ssh = program
    .command('ssh')
    .helpCommand(false)
    .summary('SSH certificates, CA keys and key revocation lists')
    .description('Commands about SSH CAs, whose certificates sshd and ssh understand.');
  addSshSignCommand(ssh, deps);
  addSshPubkeyCommand(ssh, deps);
  addSshKrlCommand(ssh, deps);
}
