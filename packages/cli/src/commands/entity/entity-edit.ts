import type { CliCommand } from '../../cli-command.ts';
import {
  declareNewPassword,
  generatedPassword,
  type NewPasswordOptions,
  readNewPassword,
} from '../../end-entities/new-password.ts';
import { changedRecord } from '../../end-entities/record.ts';
import { declareRecordOptions, readRecordOptions, type RecordOptions } from '../../end-entities/record-options.ts';
import { requireEndEntity, requireUsername, showResult } from '../../end-entities/result.ts';
import { UsageError } from '../../errors.ts';

/** `sealwright entity edit`: changes some of an end entity, and leaves the rest. */
export function addEntityEditCommand(entity: CliCommand): void {
  const command = entity.command('edit').argument('<username>', 'the end entity');
  declareNewPassword(declareRecordOptions(command))
    .summary('change an end entity')
    .description(
      'Changes what the options name, and leaves the rest as it is, status and password included. An empty value removes what was there; ' +
        'so does NAME= of data. Alternative names are replaced as a whole.',
    )
    .examples(
      'sealwright entity edit alice --email alice@example.org',
      'sealwright entity edit web1 --san dns:web1.example --san dns:www.example',
      'sealwright entity edit alice --profile Staff --end-entity-profile Staff --status NEW --generate-password',
      'sealwright entity edit bob --email "" --custom-data department=',
    )
    .inSession(async (session, used) => {
      const username = requireUsername(used);
      const options = used.opts<RecordOptions & NewPasswordOptions>();
      const changes = readRecordOptions(options);
      const password = await readNewPassword(session, options, username);
      if (Object.keys(changes).length === 0 && password === undefined)
        throw new UsageError('nothing to change: give what is to become different, such as --email (--help shows all)');
      const rest = await session.connectToEndEntities();
      const existing = await requireEndEntity(rest, username);
      const result = await rest.edit(existing, (current) => changedRecord(current, changes), password?.text);
      const shown = { username, generated: generatedPassword(password, result) };
      return showResult(session, result, 'edited', shown);
    });
}
