/** The parameters that exports share, and their answers. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { dumpJson, type Export } from '../../../../modules/configdump/index.ts';
import { heldInMemory } from '../../../bodies/index.ts';
import { InvalidInputError } from '../../errors.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }));

/** Parameters of exports as JSON. */
export const exportAsJson = {
  comments: flag('`true` is refused, since JSON has no comments: `configdump.zip` has them.'),
} satisfies TProperties;

/** Parameters of every export. */
export const exportFlags = {
  ignoreerrors: flag('Leaves out what cannot be exported. The header `X-Configdump-Warnings` says how much that is.'),
  defaults: flag('Writes settings that have their defaults, too.'),
} satisfies TProperties;

/** Parameters of exports of several items. */
export const exportOfMany = {
  ...exportFlags,
  externalcas: flag('Exports CAs of which there is only a certificate, too.'),
} satisfies TProperties;

const entries = (description: string) =>
  Type.Optional(Type.Array(Type.String(), { description, maxItems: 1000, uniqueItems: true }));

/** Parameters of exports of everything. */
export const exportOfAll = {
  ...exportOfMany,
  exportCasForPeerImport: flag('Exports each CA with its certificates in place of its keys, for a peer to import.'),
  include: entries('Items to export: `CA`, `CA:*`, `CERTPROFILE:Web*`, `*:Example`; several with `;` between them.'),
  exclude: entries('Items to leave out. An include decides for the types that it names.'),
  extensions: flag('Exports types that the specification of the dump does not have, such as workers, too.'),
} satisfies TProperties;

/** The reason for 400 in plain text that exports of everything have. */
export const BAD_CHOICE = 'an entry of `include` or `exclude` that names no type or item';

/** Parameters of exports as files. */
export const exportOfFiles = {
  comments: flag('Explains each setting in a comment.'),
} satisfies TProperties;

/** @throws {@link InvalidInputError} for a parameter that an export as JSON cannot obey */
export function requireJsonOptions({ comments = false }: { readonly comments?: boolean }): void {
  if (comments) throw new InvalidInputError('comments=true goes with configdump.zip; JSON has no comments');
}

/** A header of each export. */
export const WARNINGS = {
  'X-Configdump-Warnings': { type: 'integer', description: 'How many items were left out with `ignoreerrors=true`.' },
} as const;

/** The answer with items. */
export const DumpBody = Type.Unsafe<never>({
  type: 'object',
  headers: WARNINGS,
  description: 'By directory of their type and by name, items with their keys and values.',
});

/** Answers with the items as JSON; 404 without a body where there are none. */
export function sendDump(reply: FastifyReply, result: Export | undefined): FastifyReply {
  if (result === undefined) return reply.code(404).send();
  const { outcome, warnings } = result;
  if (outcome === 'failed') return sendFailure(reply, result);
  void reply.type('application/json').header('x-configdump-warnings', String(warnings.length));
  return reply.send(heldInMemory(Readable.from(dumpJson(result.types))));
}

/** Answers with what could not be exported. */
export function sendFailure(
  reply: FastifyReply,
  { errors, warnings }: Extract<Export, { readonly outcome: 'failed' }>,
): FastifyReply {
  return reply.code(500).send({ success: false, errors, warnings });
}
