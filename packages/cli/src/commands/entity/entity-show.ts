import type { CliCommand } from '../../cli-command.ts';
import { requireEndEntity, requireUsername } from '../../end-entities/result.ts';
import type { StoredEndEntity } from '../../rest/end-entity-rest.ts';
import { printable } from '../../terminal/output.ts';

/** `sealwright entity show`: the whole record of an end entity. */
export function addEntityShowCommand(entity: CliCommand): void {
  entity
    .command('show')
    .argument('<username>', 'the end entity')
    .summary('show an end entity')
    .description('Shows an end entity: its names, its CA and profiles, its status, and the data that is kept with it.')
    .examples('sealwright entity show alice', 'sealwright entity show alice --json | jq -r .status')
    .inSession(async (session, command) => {
      const username = requireUsername(command);
      const endEntity = await requireEndEntity(await session.connectToEndEntities(), username);
      session.show({ text: () => textOf(endEntity), json: jsonOf(endEntity) });
      return 'success';
    });
}

function textOf(endEntity: StoredEndEntity): string {
  const { extensionData, customData } = endEntity;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['username', endEntity.username],
    ['subject DN', endEntity.subjectDn],
    ['alternative names', endEntity.subjectAltName],
    ['e-mail', endEntity.email],
    ['CA', endEntity.ca],
    ['certificate profile', endEntity.certificateProfile],
    ['end entity profile', endEntity.endEntityProfile],
    ['status', endEntity.status],
    ['token', endEntity.token],
    ['password', endEntity.hasPassword ? 'set' : 'none'],
    ['keys', endEntity.keyRecoverable === true ? 'kept for recovery' : undefined],
    ['account', endEntity.accountBindingId],
    ['not before', endEntity.startTime],
    ['not after', endEntity.endTime],
    ['serial number', endEntity.serialNumber],
    ...[...extensionData, ...customData].map(({ name, value }) => [name, value] as const),
    ['made', endEntity.created],
    ['changed', endEntity.modified],
  ];
  return lines
    .flatMap(([name, value]) => (value === undefined ? [] : [`${printable(name)}: ${printable(value)}\n`]))
    .join('');
}

/** The members that `entity list` shows have the same names here. JSON leaves out what is undefined. */
function jsonOf(endEntity: StoredEndEntity): object {
  return {
    username: endEntity.username,
    dn: endEntity.subjectDn,
    subject_alt_name: endEntity.subjectAltName,
    email: endEntity.email,
    ca_name: endEntity.ca,
    certificate_profile_name: endEntity.certificateProfile,
    end_entity_profile_name: endEntity.endEntityProfile,
    status: endEntity.status,
    token: endEntity.token,
    has_password: endEntity.hasPassword,
    key_recoverable: endEntity.keyRecoverable,
    account_binding_id: endEntity.accountBindingId,
    start_time: endEntity.startTime,
    end_time: endEntity.endTime,
    certificate_serial_number: endEntity.serialNumber,
    extension_data: endEntity.extensionData,
    custom_data: endEntity.customData,
    created: endEntity.created,
    modified: endEntity.modified,
  };
}
