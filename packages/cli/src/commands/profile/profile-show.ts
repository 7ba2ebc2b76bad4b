import type { CliCommand } from '../../cli-command.ts';
import { UsageError } from '../../errors.ts';
import { escaped } from '../../terminal/output.ts';
import { declareLike, type LikeOptions } from '../../starters/options.ts';
import { STARTER_TYPES, starterDocuments, type StarterType, starterNamed } from '../../starters/starter-documents.ts';

/** `sealwright profile show`: the documents of a starter, to copy. Asks no server. */
export function addProfileShowCommand(profile: CliCommand): void {
  declareLike(profile.command('show').argument('[name]', 'the name of the copies; that of the starter when left out'))
    .summary('show the documents of a starter')
    .description(
      'Writes the two documents of a starter as YAML, with comments that say why. With --type one of them, as `config set` reads it.',
    )
    .option('--type <type>', `one of the two: ${STARTER_TYPES.join(' or ')}, in any case`)
    .examples(
      'sealwright profile show --like tls-server',
      'sealwright profile show Web --like tls-server --type certprofile > web.yaml',
      'sealwright config set certprofile Web --file web.yaml',
    )
    .inSession(async (session, command) => {
      const [name] = command.args;
      const { like, ca, type } = command.opts<LikeOptions & { readonly type?: string }>();
      const wanted = type === undefined ? STARTER_TYPES : [typeNamed(type)];
      const starter = starterNamed(like);
      const documents = (await starterDocuments(starter, { name, cas: ca })).filter((one) => wanted.includes(one.type));
      const title = (one: StarterType) => `# config set ${one.toLowerCase()} "${name ?? starter}"\n`;
      session.show({
        text: () =>
          escaped(documents.map((one) => (type === undefined ? title(one.type) : '') + one.text).join('---\n')),
        json: { starter, documents: documents.map((one) => ({ type: one.type, settings: one.settings })) },
      });
      return 'success';
    });
}

function typeNamed(text: string): StarterType {
  const found = STARTER_TYPES.find((type) => type === text.toUpperCase());
  if (found === undefined) throw new UsageError(`--type is '${text}'; it has to be ${STARTER_TYPES.join(' or ')}`);
  return found;
}
