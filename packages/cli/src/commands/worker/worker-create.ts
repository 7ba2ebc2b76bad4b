import { collect } from '../../arguments/repeated.ts';
import type { CliCommand } from '../../cli-command.ts';
import { afterMaking, UsageError } from '../../errors.ts';
import { printable } from '../../terminal/output.ts';
import { readProperties } from '../../files/worker-properties.ts';
import { formatRemarks } from './worker-show.ts';

interface CreateOptions {
  readonly type: string;
  readonly property: readonly string[];
  readonly ca?: string;
  readonly profile?: string;
  readonly endEntityProfile: string;
  readonly subject?: string;
  readonly keyAlgorithm: string;
  readonly keySpecification: string;
}

/** `sealwright worker create`: makes a worker, with a key and a certificate from a CA of the server if one is named. */
export function addWorkerCreateCommand(worker: CliCommand): void {
  worker
    .command('create')
    .argument('<name>', 'the name that the worker gets')
    .summary('make a worker')
    .description(
      'Makes a worker. With --ca and --profile it gets a key in its crypto token and a certificate for it, which is renewed before it ends.',
    )
    .requiredOption(
      '--type <class>',
      'what the worker does: PlainSigner, CMSSigner, TimeStampSigner, ... or a class name',
    )
    .option('--property <name=value>', 'a property; NAME=@FILE takes it from a file; may be repeated', collect, [])
    .option('--ca <name>', 'the CA that issues its certificate')
    .option('--profile <name>', 'the certificate profile')
    .option('--end-entity-profile <name>', 'the end entity profile', 'EMPTY')
    .option('--subject <dn>', "the subject of the certificate; the worker's name when left out")
    .option('--key-algorithm <name>', 'of the key that is made', 'EC')
    .option('--key-specification <text>', 'bits, or a curve', 'P-256')
    .examples(
      'sealwright worker create Signer --type PlainSigner --property CRYPTOTOKEN=Signing --property AUTHTYPE=NOAUTH --ca ManagementCA --profile SERVER',
      'sealwright worker create Tool --type CMSSigner --property CRYPTOTOKEN=Signing --property DEFAULTKEY=tool --property SIGNERCERTCHAIN=@tool.pem',
      'sealwright worker create Report --type SignerStatusReportTimedService --property WORKERS=Signer --property OUTPUTFILE=/srv/status.txt --property INTERVAL=60 --property ACTIVE=TRUE',
    )
    .inSession(async (session, command) => {
      const [name = ''] = command.args;
      const options = command.opts<CreateOptions>();
      const { ca, profile } = options;
      if ((ca === undefined) !== (profile === undefined)) throw new UsageError('--ca and --profile go together');
      const given = await readProperties(options.property, session.context);
      const rest = await session.connectToWorkers();
      const settings = {
        type: typeOf(options.type),
        properties: { IMPLEMENTATION_CLASS: options.type, ...given },
      };
      const unknown = (await rest.planCreation(name, settings)).find(({ field }) => field === CLASS_FIELD);
      if (unknown !== undefined) throw new UsageError(`--type ${unknown.message}`);
      const made = await rest.create(name, settings);
      if (ca !== undefined && profile !== undefined) {
        const { endEntityProfile, subject, keyAlgorithm: algorithm, keySpecification: specification } = options;
        const key = { algorithm, specification };
        const issuer = { ca, certificateProfile: profile, endEntityProfile, subjectDn: subject, key };
        const left = `the worker '${name}' was made, without a certificate: remove it with 'worker remove' before another attempt`;
        await afterMaking(left, () =>
          session.progress.during('making a key and a certificate', rest.certify(made.id, issuer)),
        );
      }
      const { problems, warnings } = await rest.status(made.id);
      session.show({
        text: () => `made: ${printable(name)} (${made.id})\n${formatRemarks({ problems, warnings }).join('')}`,
        json: { outcome: 'made', worker: { id: made.id, name }, problems, warnings },
      });
      return 'success';
    });
}

const CLASS_FIELD = 'properties.IMPLEMENTATION_CLASS';

/** Returns the type of worker for a class name; the class decides what the worker does. */
function typeOf(className: string): string {
  if (className.endsWith('TimedService')) return 'TIMED_SERVICE';
  return className.endsWith('CryptoWorker') ? 'CRYPTO_WORKER' : 'PROCESSABLE';
}
