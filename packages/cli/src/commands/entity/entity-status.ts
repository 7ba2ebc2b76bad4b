import type { CliCommand } from '../../cli-command.ts';
import {
  declareNewPassword,
  generatedPassword,
  type NewPasswordOptions,
  readNewPassword,
} from '../../end-entities/new-password.ts';
import { STATUSES, TOKENS } from '../../end-entities/record.ts';
import { word } from '../../end-entities/record-options.ts';
import { requireEndEntity, requireUsername, showResult } from '../../end-entities/result.ts';

/** `sealwright entity status`: sets the status of an end entity. */
export function addEntityStatusCommand(entity: CliCommand): void {
  const command = entity
    .command('status')
    .argument('<username>', 'the end entity')
    .argument('<status>', `one of ${STATUSES.join(', ')}`)
    .option(
      '--token <type>',
      `form in which it gets key and certificate: ${TOKENS.join(', ')}; as it was when left out`,
    );
  declareNewPassword(command)
    .summary('set the status of an end entity')
    .description(
      'Sets the status. NEW lets the end entity enroll again, with all its requests and login attempts; it needs a password for that, and loses ' +
        'the one it has once it is GENERATED.',
    )
    .examples(
      'sealwright entity status alice NEW --generate-password',
      'sealwright entity status web1 NEW --token P12 --password-file web1.password',
      'sealwright entity status bob HISTORICAL',
    )
    .inSession(async (session, used) => {
      const username = requireUsername(used);
      const options = used.opts<NewPasswordOptions & { readonly token?: string }>();
      const status = word('the status', used.args[1]!, STATUSES);
      const asked = options.token === undefined ? undefined : word('--token', options.token, TOKENS);
      const password = await readNewPassword(session, options, username);
      const rest = await session.connectToEndEntities();
      const token = asked ?? (await requireEndEntity(rest, username)).token;
      const result = await rest.setStatus(username, { status, token, password: password?.text });
      const shown = {
        username,
        generated: generatedPassword(password, result),
        more: { status, token },
      };
      return showResult(session, result, 'changed', shown);
    });
}
