import type { CliCommand } from '../../cli-command.ts';
import {
  declareNewPassword,
  generatedPassword,
  type NewPasswordOptions,
  readNewPassword,
} from '../../end-entities/new-password.ts';
import { NEW_RECORD, newRecord } from '../../end-entities/record.ts';
import {
  declareRecordOptions,
  optionOf,
  readRecordOptions,
  type RecordOptions,
} from '../../end-entities/record-options.ts';
import { requireUsername, showResult } from '../../end-entities/result.ts';
import { UsageError } from '../../errors.ts';

/** `sealwright entity add`: adds an end entity, which gets its certificate later. */
export function addEntityAddCommand(entity: CliCommand): void {
  const command = entity.command('add').argument('<username>', 'the end entity');
  declareNewPassword(declareRecordOptions(command))
    .summary('add an end entity')
    .description(
      'Adds an end entity, which gets its certificate later, with its username and password. --subject, --ca and --profile are needed; ' +
        'the end entity profile is EMPTY and the token USERGENERATED, unless given.',
    )
    .examples(
      'sealwright entity add alice --subject "CN=Alice,O=Example" --ca ManagementCA --profile ENDUSER --token P12 --password',
      'sealwright entity add web1 --subject CN=web1.example --san dns:web1.example --ca ManagementCA --profile SERVER --generate-password',
      'sealwright entity add bob --subject CN=Bob --email bob@example.org --ca "Staff CA" --profile Staff --end-entity-profile Staff --custom-data department=7',
    )
    .inSession(async (session, used) => {
      const username = requireUsername(used);
      const options = used.opts<RecordOptions & NewPasswordOptions>();
      const record = newRecord(username, { ...NEW_RECORD, ...readRecordOptions(options) });
      if (!('username' in record))
        throw new UsageError(`what every end entity has is missing: ${record.map(optionOf).join(', ')}`);
      const password = await readNewPassword(session, options, username);
      const rest = await session.connectToEndEntities();
      const result = await rest.add(record, password?.text);
      const shown = { username, generated: generatedPassword(password, result) };
      return showResult(session, result, 'added', shown);
    });
}
