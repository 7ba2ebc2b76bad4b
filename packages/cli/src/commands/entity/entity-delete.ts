import type { CliCommand } from '../../cli-command.ts';
import { doneResult, requireEndEntity, requireUsername } from '../../end-entities/result.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';

/** `sealwright entity delete`: removes an end entity, whose certificates stay. */
export function addEntityDeleteCommand(entity: CliCommand): void {
  declareConfirmation(entity.command('delete').argument('<username>', 'the end entity'))
    .summary('remove an end entity')
    .description(
      'Removes an end entity. Its certificates stay valid: "entity revoke --delete" revokes them, too. Keys that are kept for it stay as well.',
    )
    .examples('sealwright entity delete alice', 'sealwright entity delete web1 --yes')
    .inSession(async (session, used) => {
      const username = requireUsername(used);
      const rest = await session.connectToEndEntities();
      // The server answers the removal of one that is not there like any other.
      await requireEndEntity(rest, username);
      await requireConfirmation(
        session,
        used,
        `This removes the end entity '${username}'; its certificates stay valid.`,
      );
      await rest.remove(username);
      session.show(doneResult('deleted', { username }));
      return 'success';
    });
}
