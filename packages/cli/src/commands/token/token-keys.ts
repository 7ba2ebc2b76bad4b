/** The commands about the keys of a crypto token. */
import { Option } from 'commander';
import type { CliCommand } from '../../cli-command.ts';
import { takeFormerNames } from '../../former-names.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';
import { formatTable, printable } from '../../terminal/output.ts';

/** `sealwright token keys`: the key pairs of a token. */
export function addTokenKeysCommand(token: CliCommand): void {
  token
    .command('keys')
    .argument('<token>', 'the crypto token')
    .summary('list the keys of a crypto token')
    .description(
      'Lists the key pairs of a crypto token. Of one that is offline those that are known without it; the exit code is 1 when there are none.',
    )
    .examples('sealwright token keys ManagementCA')
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const rest = await session.connectToAdministration();
      const keys = await rest.keyPairs(name);
      const { state } = await rest.tokenStatus(name);
      const isOffline = state === 'offline';
      session.show({
        text: () =>
          formatTable(
            ['ALIAS', 'ALGORITHM', 'SPECIFICATION', 'USAGE'],
            keys.map(({ alias, algorithm, specification, usage = 'any' }) => [alias, algorithm, specification, usage]),
          ) +
          (isOffline ? '! The crypto token is offline: keys that it alone knows are not listed. Activate it.\n' : ''),
        json: {
          state,
          keys: keys.map(({ usage, ...key }) => ({ ...key, ...(usage === undefined ? {} : { usage }) })),
        },
      });
      return isOffline && keys.length === 0 ? 'refused' : 'success';
    });
}

interface GenerateOptions {
  readonly keyAlgorithm: string;
  readonly keySpecification: string;
  readonly usage?: string;
}

/** `sealwright token generate-key`: makes a key pair. */
export function addTokenGenerateKeyCommand(token: CliCommand): void {
  const generate = declareKey(token.command('generate-key'))
    .summary('make a key in a crypto token')
    .description('Makes a key pair in a crypto token, which it never leaves.')
    .option('--key-algorithm <name>', 'RSA, EC, Ed25519, Ed448, ML-DSA-65, SLH-DSA-SHA2-128S, ...', 'EC')
    .option('--key-specification <text>', 'bits of an RSA key, or the curve of an EC key', '')
    .addOption(new Option('--usage <usage>', 'any when left out').choices(['SIGN', 'ENCRYPT', 'SIGN_ENCRYPT']))
    .examples(
      'sealwright token generate-key "Issuing keys" signKey --key-algorithm EC --key-specification P-384',
      'sealwright token generate-key "Issuing keys" signKey2 --key-algorithm RSA --key-specification 4096 --usage SIGN',
      'sealwright token generate-key "Issuing keys" pq --key-algorithm ML-DSA-65',
    )
    .inSession(async (session, command) => {
      const [name = '', alias = ''] = command.args;
      const { keyAlgorithm: algorithm, keySpecification: specification, usage } = command.opts<GenerateOptions>();
      const rest = await session.connect();
      // Nobody makes an EC key without a curve, and P-256 is what is usual.
      const spec = specification === '' && /^EC(?:DSA)?$/i.test(algorithm) ? 'P-256' : specification;
      await session.progress.during(
        'making a key',
        rest.generateKeyPair(name, { alias, algorithm, specification: spec, usage }),
      );
      session.show({
        text: () => `made: ${printable(alias)} in ${printable(name)}\n`,
        json: { outcome: 'made', token: name, alias },
      });
      return 'success';
    });
  takeFormerNames(generate, { '--algorithm': '--key-algorithm', '--specification': '--key-specification' });
}

/** `sealwright token remove-key`: removes a key pair for good. */
export function addTokenRemoveKeyCommand(token: CliCommand): void {
  declareConfirmation(declareKey(token.command('remove-key')))
    .summary('remove a key from a crypto token')
    .description('Removes a key pair for good. The server refuses while a CA signs with it.')
    .examples('sealwright token remove-key "Issuing keys" signKey --yes')
    .inSession(async (session, command) => {
      const [name = '', alias = ''] = command.args;
      await requireConfirmation(session, command, `This destroys the key '${alias}' of '${name}' for good.`);
      await (await session.connect()).removeKeyPair(name, alias);
      session.show({
        text: () => `removed: ${printable(alias)} from ${printable(name)}\n`,
        json: { outcome: 'removed', token: name, alias },
      });
      return 'success';
    });
}

/** `sealwright token test-key`: whether a key works. */
export function addTokenTestKeyCommand(token: CliCommand): void {
  declareKey(token.command('test-key'))
    .summary('test a key of a crypto token')
    .description('Has a key sign, or decrypt, and checks the outcome with its public key.')
    .examples('sealwright token test-key ManagementCA signKey')
    .inSession(async (session, command) => {
      const [name = '', alias = ''] = command.args;
      await (await session.connectToAdministration()).testKeyPair(name, alias);
      session.show({
        text: () => `passed: ${printable(alias)} of ${printable(name)}\n`,
        json: { outcome: 'passed', token: name, alias },
      });
      return 'success';
    });
}

function declareKey(command: CliCommand): CliCommand {
  return command.argument('<token>', 'the crypto token').argument('<alias>', 'the name of the key pair in it');
}
