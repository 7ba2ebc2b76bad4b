import type { CliCommand } from '../../cli-command.ts';
import { type CodeOptions, declareCodeOptions, readActivationCode } from '../../arguments/activation-code.ts';
import { headJson } from '../../arguments/document-id.ts';
import { collect } from '../../arguments/repeated.ts';
import { afterMaking, UsageError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';

interface CreateOptions extends CodeOptions {
  readonly type: string;
  readonly property: readonly string[];
  readonly autoActivation?: boolean;
}

/** `sealwright token create`: makes a crypto token and opens it. */
export function addTokenCreateCommand(token: CliCommand): void {
  declareCodeOptions(token.command('create').argument('<name>', 'the name that the token gets'))
    .summary('make a crypto token')
    .description(
      'Makes a crypto token and activates it. A token in software takes the code that you give; a device has its own.',
    )
    .option('--type <type>', 'what holds the keys', 'SoftCryptoToken')
    .option(
      '--property <name=value>',
      'what the type needs, such as the slot of a device; may be repeated',
      collect,
      [],
    )
    .option('--auto-activation', 'store the code, sealed, so that the token opens by itself when it is used')
    .examples(
      'sealwright token create "Issuing keys"',
      'sealwright token create "Issuing keys" --auto-activation --code-file code.txt',
      'sealwright token create HSM --type PKCS11CryptoToken --property sharedLibrary=/usr/lib/softhsm/libsofthsm2.so --property slotLabelType=SLOT_LABEL --property slotLabelValue=ca',
    )
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const { type, property, autoActivation = false, ...codeOptions } = command.opts<CreateOptions>();
      const properties = Object.fromEntries(property.map(parseProperty));
      const code = await readActivationCode(session, codeOptions, name);
      const rest = await session.connectToAdministration();
      const settings = { type, properties, autoActivation, authenticationCode: autoActivation ? code : '' };
      const id = { type: 'CRYPTOTOKEN', name, namespace: '' };
      const { document } = await rest.createDocument(id, settings, { dryRun: false });
      const left = `the token '${name}' was made: open it with 'token activate', or remove it with 'config remove cryptotoken'`;
      if (!autoActivation) await afterMaking(left, async () => (await session.connect()).activateToken(name, code));
      session.show({
        text: () => `made and active: ${printable(name)}\n`,
        json: { outcome: 'made', ...(document === undefined ? {} : { document: headJson(document) }) },
      });
      return 'success';
    });
}

function parseProperty(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--property is '${text}'; it has to be NAME=VALUE`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}
