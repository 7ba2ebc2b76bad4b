/** The commands about the keys in the crypto token of a worker. */
import type { CliCommand } from '../../cli-command.ts';
import { takeFormerNames } from '../../former-names.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';
import { UsageError } from '../../errors.ts';
import { formatTable, printable } from '../../terminal/output.ts';
import type { WorkerKey, WorkerKeysRest } from '../../rest/worker-keys-rest.ts';

/** `sealwright worker keys`: the commands about a worker's keys. */
export function addWorkerKeysCommands(worker: CliCommand): void {
  const keys = worker
    .command('keys')
    .summary('the keys of a worker')
    .description('Commands about the keys in the crypto token of a worker: one of its own, or one that it names.');
  addListCommand(keys);
  addGenerateCommand(keys);
  addKeyCommand(keys, {
    name: 'test',
    outcome: 'passed',
    summary: 'test a key of a worker',
    description: 'Has a key sign something and checks that with its public key.',
    example: 'worker keys test PDFSigner pdf-2',
    perform: (rest, worker, alias) => rest.test(worker, alias),
  });
  addKeyCommand(keys, {
    name: 'remove',
    outcome: 'removed',
    summary: 'remove a key of a worker',
    description: 'Removes a key for good. The server refuses while a worker or a CA names it.',
    example: 'worker keys remove PDFSigner pdf-1 --yes',
    consequence: (worker, alias) => `This destroys the key '${alias}' of the worker '${worker}' for good.`,
    perform: (rest, worker, alias) => rest.remove(worker, alias),
  });
}

function addListCommand(keys: CliCommand): void {
  keys
    .command('list')
    .argument('<worker>', 'name or id')
    .summary('list the keys of a worker')
    .description(
      'Lists the keys in the crypto token of a worker, a thousand at most. The exit code is 1 when the token cannot be used, with the reason.',
    )
    .examples('sealwright worker keys list PDFSigner')
    .inSession(async (session, command) => {
      const [worker = ''] = command.args;
      const { state, problem, keys: found } = await (await session.connectToWorkerKeys()).list(worker);
      const rows = found.map(({ alias, algorithm, specification }) => [alias, algorithm, specification]);
      session.show({
        text: () => {
          const table = formatTable(['ALIAS', 'ALGORITHM', 'SPECIFICATION'], rows);
          return `${table}${printable(state)}\n${problem === undefined ? '' : `! ${printable(problem)}\n`}`;
        },
        json: { state, ...(problem === undefined ? {} : { problem }), keys: found.map(jsonOf) },
      });
      return problem === undefined ? 'success' : 'refused';
    });
}

interface GenerateOptions {
  readonly keyAlias?: string;
  readonly keyAlgorithm?: string;
  readonly keySpecification?: string;
}

function addGenerateCommand(keys: CliCommand): void {
  const generate = keys
    .command('generate')
    .argument('<worker>', 'name or id')
    .option(
      '--key-alias <name>',
      'the name of the key; NEXTCERTSIGNKEY of the worker, or else DEFAULTKEY, when left out',
    )
    .option('--key-algorithm <name>', 'RSA, EC, Ed25519, ML-DSA-65, ...; KEYALG of the worker when left out')
    .option('--key-specification <text>', 'bits, or a curve; KEYSPEC of the worker when left out with the algorithm')
    .summary('make a key for a worker')
    .description(
      'Makes a key in the crypto token of a worker. What is not given is as the properties of the worker say.',
    )
    .examples(
      'sealwright worker keys generate PDFSigner',
      'sealwright worker keys generate PDFSigner --key-alias pdf-2 --key-algorithm RSA --key-specification 3072',
    )
    .inSession(async (session, command) => {
      const [worker = ''] = command.args;
      const {
        keyAlias: alias,
        keyAlgorithm: algorithm,
        keySpecification: specification,
      } = command.opts<GenerateOptions>();
      if (specification !== undefined && algorithm === undefined)
        throw new UsageError('--key-specification needs --key-algorithm');
      const rest = await session.connectToWorkerKeys();
      const key = await session.progress.during(
        'making a key',
        rest.generate(worker, { alias, algorithm, specification }),
      );
      session.show({
        text: () =>
          `made: ${printable(key.alias)} (${printable(`${key.algorithm} ${key.specification}`)}) of ${printable(worker)}\n`,
        json: { outcome: 'made', worker, key: jsonOf(key) },
      });
      return 'success';
    });
  takeFormerNames(generate, {
    '--alias': '--key-alias',
    '--algorithm': '--key-algorithm',
    '--specification': '--key-specification',
  });
}

/** Operation on one key. */
interface KeyAct {
  readonly name: string;
  /** In a word, for the answer. */
  readonly outcome: string;
  readonly summary: string;
  readonly description: string;
  readonly example: string;
  /** Describes what is lost; undefined where nothing is. */
  readonly consequence?: (worker: string, alias: string) => string;
  readonly perform: (rest: WorkerKeysRest, worker: string, alias: string) => Promise<void>;
}

function addKeyCommand(keys: CliCommand, act: KeyAct): void {
  const command = keys.command(act.name);
  if (act.consequence !== undefined) declareConfirmation(command);
  command
    .argument('<worker>', 'name or id')
    .argument('<alias>', 'the name of the key in its crypto token')
    .summary(act.summary)
    .description(act.description)
    .examples(`sealwright ${act.example}`)
    .inSession(async (session, used) => {
      const [worker = '', alias = ''] = used.args;
      if (act.consequence !== undefined) await requireConfirmation(session, used, act.consequence(worker, alias));
      await act.perform(await session.connectToWorkerKeys(), worker, alias);
      session.show({
        text: () => `${act.outcome}: ${printable(alias)} of ${printable(worker)}\n`,
        json: { outcome: act.outcome, worker, alias },
      });
      return 'success';
    });
}

function jsonOf({ alias, algorithm, specification, publicKey }: WorkerKey) {
  return { alias, algorithm, specification, public_key: publicKey.toBase64() };
}
