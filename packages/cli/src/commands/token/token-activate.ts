import type { CliCommand } from '../../cli-command.ts';
import { type CodeOptions, declareCodeOptions, readActivationCode } from '../../arguments/activation-code.ts';
import { printable } from '../../terminal/output.ts';

/** `sealwright token activate`: opens a crypto token. */
export function addTokenActivateCommand(token: CliCommand): void {
  declareCodeOptions(token.command('activate').argument('<name>', 'the crypto token'))
    .summary('activate a crypto token')
    .description('Opens a crypto token with its activation code, on the host that answers.')
    .examples(
      'sealwright token activate "Issuing keys"',
      'pass show ca/issuing | sealwright token activate "Issuing keys" --code-file -',
    )
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const code = await readActivationCode(session, command.opts<CodeOptions>(), name);
      await (await session.connect()).activateToken(name, code);
      session.show({ text: () => `active: ${printable(name)}\n`, json: { outcome: 'active', name } });
      return 'success';
    });
}
