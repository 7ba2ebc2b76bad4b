import { readLimit } from '../../arguments/limit.ts';
import type { CliCommand } from '../../cli-command.ts';
import type { EndEntityCriterion, ListedEndEntity } from '../../rest/end-entity-rest.ts';
import { formatTable, printable } from '../../terminal/output.ts';

interface ListOptions {
  readonly find?: string;
  readonly ca?: readonly string[];
  readonly endEntityProfile?: readonly string[];
  readonly profile?: readonly string[];
  readonly status?: readonly string[];
  readonly limit: string;
}

/** `sealwright entity list`: the end entities that the caller may see. */
export function addEntityListCommand(entity: CliCommand): void {
  entity
    .command('list')
    .option('--find <text>', 'a part of the username, of the subject DN or of the alternative names')
    .option('--ca <name...>', 'of these CAs')
    .option('--end-entity-profile <name...>', 'of these end entity profiles')
    .option('--profile <name...>', 'of these certificate profiles')
    .option('--status <status...>', 'in these statuses, such as NEW, GENERATED or REVOKED')
    .option('--limit <number>', 'maximum number', '100')
    .summary('list end entities')
    .description('Lists the end entities that you may see, in the order in which they were made.')
    .examples(
      'sealwright entity list',
      'sealwright entity list --find example.org --status NEW FAILED',
      "sealwright entity list --ca ManagementCA --limit 1000 --json | jq -r '.end_entities[].username'",
    )
    .inSession(async (session, command) => {
      const options = command.opts<ListOptions>();
      const limit = readLimit(options.limit, 999_999);
      const rest = await session.connectToEndEntities();
      const { found, more } = await rest.search(criteriaOf(options), limit);
      session.show({
        text: () => formatTable(['USERNAME', 'STATUS', 'TOKEN', 'SUBJECT DN'], found.map(rowOf)),
        json: { end_entities: found.map(jsonOf), more_results: more },
        warnings: more ? [`there are more than these ${found.length}; narrow the search, or raise --limit`] : [],
      });
      return 'success';
    });
}

function criteriaOf({ find, ca, endEntityProfile, profile, status }: ListOptions): readonly EndEntityCriterion[] {
  const equal = (property: EndEntityCriterion['property'], values: readonly string[] = []) =>
    values.map((value) => ({ property, operation: 'EQUAL', value }) as const);
  const criteria: readonly EndEntityCriterion[] = [
    ...(find === undefined ? [] : [{ property: 'QUERY', operation: 'LIKE', value: find } as const]),
    ...equal('CA', ca),
    ...equal('END_ENTITY_PROFILE', endEntityProfile),
    ...equal('CERTIFICATE_PROFILE', profile),
    ...equal('STATUS', status),
  ];
  // A search without any criterion is refused, and this one holds for all.
  return criteria.length > 0 ? criteria : equal('MODIFIED_AFTER', ['1970-01-01T00:00:00Z']);
}

function rowOf({ username, status, token, subjectDn }: ListedEndEntity): string[] {
  return [username, status, token, subjectDn].map((text) => printable(text));
}

function jsonOf(endEntity: ListedEndEntity) {
  return {
    username: endEntity.username,
    dn: endEntity.subjectDn,
    // JSON leaves out what is undefined.
    subject_alt_name: endEntity.subjectAltName,
    email: endEntity.email,
    status: endEntity.status,
    token: endEntity.token,
    extension_data: endEntity.extensionData,
  };
}
