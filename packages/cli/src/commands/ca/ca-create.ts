import type { CliCommand } from '../../cli-command.ts';
import { caStateJson, formatCaState } from '../../text/ca-state.ts';
import { caValidityWarnings } from '../../arguments/ca-validity.ts';
import { RefusedError, UsageError } from '../../errors.ts';
import { ELSEWHERE, type NewCa, newCaSettings } from '../../arguments/new-ca.ts';
import type { AdministrationRest, Settings } from '../../rest/administration-rest.ts';
import { readSettingsFile } from '../../files/settings-file.ts';

/** `sealwright ca create`: makes a CA of a few options, or of all of its settings. */
export function addCaCreateCommand(ca: CliCommand): void {
  ca.command('create')
    .argument('<name>', 'the name that the CA gets')
    .summary('make a CA')
    .description(
      'Makes a CA with its keys and its first certificate. A CA that is signed elsewhere makes a request instead, which `ca show --json` ' +
        'has, and waits for its certificate. Without --file the options say what it is like, and everything else has its default.',
    )
    .option('--subject <dn>', 'its name, RFC 4514 (default: CN=<name>)')
    .option('--signed-by <ca>', `the CA that signs it, or '${ELSEWHERE}' (default: itself)`)
    .option('--key-type <type>', 'P-256, P-384, RSA-3072, RSA-4096, Ed25519, ML-DSA-65, ... (default: P-256)')
    .option('--token <name>', 'the crypto token that holds its keys (default: ManagementCA)')
    .option(
      '--profile <name>',
      'certificate profile of its own certificate (default: ROOTCA, or SUBCA with --signed-by)',
    )
    .option('--validity <duration>', 'how long its certificate lasts, such as 10y')
    .option('--file <file>', "all of its settings instead of the options, YAML or JSON; '-' is standard input")
    .examples(
      'sealwright ca create "Root CA" --subject "CN=Root CA,O=Example" --key-type P-384 --validity 20y',
      'sealwright ca create "Issuing CA" --subject "CN=Issuing CA,O=Example" --signed-by "Root CA" --validity 10y',
      `sealwright ca create "Plant CA" --signed-by "${ELSEWHERE}" --key-type RSA-4096 --token "Plant HSM"`,
      'sealwright ca create "Archive CA" --file archive-ca.yaml',
    )
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const { file, ...options } = command.opts<{ readonly file?: string } & Partial<NewCa>>();
      if (file !== undefined && Object.keys(options).length > 0)
        throw new UsageError('--file says all of the settings: give it alone, or leave it out');
      const settings =
        file === undefined
          ? newCaSettings(name, { keyType: 'P-256', token: 'ManagementCA', ...options })
          : await readSettingsFile(session.context, file);
      const rest = await session.connectToCas();
      const state = await tellingOfKeyLeft(await session.connectToAdministration(), name, settings, () =>
        rest.create(name, settings),
      );
      session.show({
        text: () => formatCaState(state),
        json: caStateJson(state),
        warnings: caValidityWarnings(state),
      });
      return 'success';
    });
}

/** Runs the making of a CA. When the server refuses, the failure tells of the key that was made for it, which the next attempt takes. */
async function tellingOfKeyLeft<T>(
  rest: AdministrationRest,
  name: string,
  { cryptoToken: token, certSignKey: alias }: Settings,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof RefusedError && typeof token === 'string' && typeof alias === 'string') {
      // Why the CA was not made is what is to be heard: whether its key is there stays unsaid where the server does not tell.
      const stays = await isKeyWithoutCa(rest, name, token, alias).catch(() => false);
      if (stays)
        error.left = `the key '${alias}' stays in the crypto token '${token}', and the next attempt takes it; for a key of another type remove it with: sealwright token remove-key "${token}" "${alias}"`;
    }
    throw error;
  }
}

async function isKeyWithoutCa(rest: AdministrationRest, name: string, token: string, alias: string): Promise<boolean> {
  if ((await rest.findDocument({ type: 'CA', name, namespace: '' })) !== undefined) return false;
  return (await rest.keyPairs(token)).some((key) => key.alias === alias);
}
