import type { CliCommand } from '../../cli-command.ts';
import { type CodeOptions, declareCodeOptions, readNewActivationCode } from '../../arguments/activation-code.ts';
import { RefusedError, UsageError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';
import type { AdministrationRest } from '../../rest/administration-rest.ts';

interface DeactivateOptions extends CodeOptions {
  readonly permanently?: boolean;
}

/** `sealwright token deactivate`: closes a crypto token on every host. */
export function addTokenDeactivateCommand(token: CliCommand): void {
  declareCodeOptions(
    token
      .command('deactivate')
      .argument('<name>', 'the crypto token')
      .option(
        '--permanently',
        'turn its automatic activation off, so that it stays closed until somebody activates it',
      ),
  )
    .summary('deactivate a crypto token')
    .description(
      'Closes a crypto token on every host. One with automatic activation opens again by its next use, unless it is closed permanently. ' +
        'That takes the code that activates it from then on, since the stored one is forgotten: a new code for keys in software, the PIN of a device.',
    )
    .examples(
      'sealwright token deactivate "Issuing keys"',
      'sealwright token deactivate "Issuing keys" --permanently --code-file code.txt',
    )
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const options = command.opts<DeactivateOptions>();
      const { permanently = false } = options;
      if (options.codeFile !== undefined && !permanently)
        throw new UsageError('--code-file is for --permanently: closing a token takes no code');
      const administration = await session.connectToAdministration();
      let opensAgain = await isAutomatic(administration, name, { mustKnow: permanently });
      if (permanently && opensAgain) {
        await turnAutomaticActivationOff(administration, name, await readNewActivationCode(session, options, name));
        opensAgain = false;
      }
      await (await session.connect()).deactivateToken(name);
      const hint = opensAgain
        ? '  It opens again by its next use, since its activation is automatic; --permanently turns that off.\n'
        : '';
      session.show({
        text: () => `deactivated: ${printable(name)}\n${hint}`,
        json: { outcome: 'deactivated', name, opens_again: opensAgain },
      });
      return 'success';
    });
}

/**
 * Tells whether a token opens by itself. A caller may lack the right to see it, since deactivating is a right of its own: then the answer is no,
 * unless it must be known.
 */
async function isAutomatic(
  rest: AdministrationRest,
  name: string,
  { mustKnow }: { readonly mustKnow: boolean },
): Promise<boolean> {
  try {
    return (await rest.tokenStatus(name)).autoActivation;
  } catch (error) {
    if (error instanceof RefusedError && !mustKnow) return false;
    throw error;
  }
}

/**
 * Has the server forget the stored code. Before, the token gets the code that opens it from then on: often nobody knows the stored one, and
 * its keys would be lost.
 */
async function turnAutomaticActivationOff(rest: AdministrationRest, name: string, code: string): Promise<void> {
  const id = { type: 'CRYPTOTOKEN', name, namespace: '' };
  for (const changes of [{ authenticationCode: code }, { autoActivation: false, authenticationCode: '' }]) {
    const { settings, version } = await rest.getDocument(id);
    await rest.changeDocument(id, { ...settings, ...changes }, { dryRun: false, version });
  }
}
