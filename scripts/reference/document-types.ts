/** The page of each type of document: its members with type, default and meaning. */
import type { AnyDocumentType } from '../../packages/server/src/modules/configuration/index.ts';
import { DOCUMENT_TYPES } from '../../packages/server/src/wiring/document-types.ts';
import { code, table, title } from './markdown.ts';
import { type Member, membersOf } from './members.ts';

/** The members of a type of document. */
export function membersOfType({ schema }: AnyDocumentType): readonly Member[] {
  return membersOf(schema, new Map(DOCUMENT_TYPES.map((type) => [type.token, type.title])));
}

/** The name of the page of a type of document. */
export function pageOfType({ token }: AnyDocumentType): string {
  return `${token.toLowerCase()}.md`;
}

/** Writes the page of a type of document. */
export function documentTypePage(type: AnyDocumentType): string {
  const { token, names, builtIns = [] } = type;
  const { description } = type.schema as { readonly description?: string };
  const name = names.kind === 'singleton' ? names.name : 'NAME';
  const builtIn = builtIns.map((each) => code(each.name)).join(', ');
  return [
    title(`${type.title.charAt(0).toUpperCase()}${type.title.slice(1)} (${code(token)})`),
    '```sh\n',
    `npx sealwright config get ${token.toLowerCase()} ${name}\n`,
    '```\n\n',
    description === undefined ? '' : `${description}\n\n`,
    names.kind === 'singleton' ? `There is one document of this type: ${code(name)}.\n\n` : '',
    builtIn === '' ? '' : `Part of the program, to refer to and not to change: ${builtIn}.\n\n`,
    'A member without a default has to be given. A length of time is a text such as `1y 2mo 3d 4h 5m 6s`: a year counts 365 days, a month 30.\n\n',
    table(
      ['Member', 'Value', 'Default', 'Meaning'],
      membersOfType(type).map((member) => [code(member.path), member.type, member.usual, member.description]),
    ),
  ].join('');
}
