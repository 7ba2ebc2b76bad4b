import { REVOCATION_REASONS } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { parseReason, REASONS } from '../../arguments/revocation-reason.ts';
import { requireUsername, showResult } from '../../end-entities/result.ts';
import { UsageError } from '../../errors.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';

/** `sealwright entity revoke`: revokes an end entity with all its certificates. */
export function addEntityRevokeCommand(entity: CliCommand): void {
  const command = entity
    .command('revoke')
    .argument('<username>', 'the end entity')
    .requiredOption('--reason <reason>', `one of ${REASONS.join(', ')}`)
    .option('--delete', 'remove the end entity, too');
  declareConfirmation(command)
    .summary('revoke an end entity with all its certificates')
    .description(
      'Revokes an end entity and every certificate that it has. CERTIFICATE_HOLD suspends them, and REMOVE_FROM_CRL releases those on hold. When ' +
        'it was interrupted, run it again: it goes on.',
    )
    .examples(
      'sealwright entity revoke alice --reason CESSATION_OF_OPERATION',
      'sealwright entity revoke alice --reason CERTIFICATE_HOLD',
      'sealwright entity revoke web1 --reason SUPERSEDED --delete --yes',
    )
    .inSession(async (session, used) => {
      const username = requireUsername(used);
      const { reason: text, delete: removes = false } = used.opts<{
        readonly reason: string;
        readonly delete?: true;
      }>();
      const reason = parseReason(text, REASONS);
      const releases = reason === 'REMOVE_FROM_CRL' || reason === 'NOT_REVOKED';
      if (removes && releases) throw new UsageError(`--delete is not for ${reason}, which releases certificates`);
      const reversible = releases || (reason === 'CERTIFICATE_HOLD' && !removes);
      const also = removes ? ', and removes it' : '';
      if (!reversible)
        await requireConfirmation(
          session,
          used,
          `This revokes every certificate of the end entity '${username}' for good${also}.`,
        );
      const rest = await session.connectToEndEntities();
      const revocation = rest.revoke(username, REVOCATION_REASONS[reason as keyof typeof REVOCATION_REASONS], {
        removes,
      });
      const result = await session.progress.during('revoking', revocation);
      const shown = { username, more: { revocation_reason: reason, removed: removes } };
      return showResult(session, result, releases ? 'released' : 'revoked', shown);
    });
}
