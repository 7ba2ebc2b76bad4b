import type { Command } from 'commander';
import { caStateJson, formatCaState } from '../ca-state.ts';
import { action, type CommandDeps } from '../session.ts';
import { readSettingsFile } from '../settings-file.ts';

/** `sealwright ca create`: makes a CA of its settings. */
export function addCaCreateCommand(ca: Command, deps: CommandDeps): void {
  ca.command('create')
    .argument('<name>', 'the name that the CA gets')
    .summary('make a CA')
    .description(
      'Makes a CA of its settings, with its keys and its first certificate. A CA that is signed elsewhere makes a request instead, ' +
        'which `ca show --json` has, and waits for its certificate.',
    )
    .requiredOption('--file <file>', "the settings, YAML or JSON; '-' is standard input")
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright ca create "Root CA" --file root-ca.yaml
  $ printf '%s\\n' 'subjectDn: CN=Root CA,O=Example' 'cryptoToken: ManagementCA' 'certSignKey: rootKey' 'signKeySpec: P-384' \\
      'signatureAlgorithm: SHA384withECDSA' | sealwright ca create "Root CA" --file -`,
    )
    .action(
      action(deps, async (session, command) => {
        const [name = ''] = command.args;
        const { file } = command.opts<{ readonly file: string }>();
        const settings = await readSettingsFile(session.context, file);
        const state = await (await session.connectToCas()).create(name, settings);
        session.show({ text: () => formatCaState(state), json: caStateJson(state) });
        return 'success';
      }),
    );
}
