/** Common part of the operations that change a document: caller, document, precondition, and a plan or the change itself. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentChange, Target } from '../../modules/configuration/index.ts';
import { BadHeaderError, ContradictingVersionsError } from '../errors/index.ts';
import { changeBody, entityTag } from './document-bodies.ts';
import type { OperationScope } from './operation-scope.ts';
import type { ChangeBody } from './schemas.ts';

/** Plans the change, or makes it. The answer has the document's new version in `ETag`. */
export async function answerChange(
  { deps: { administration, configuration }, administrator }: Pick<OperationScope, 'deps' | 'administrator'>,
  request: Pick<FastifyRequest, 'administrator'> & { readonly query: { readonly dry_run?: boolean } },
  reply: Pick<FastifyReply, 'header'>,
  change: DocumentChange,
): Promise<ChangeBody> {
  const { changeDocuments } = administration;
  if (request.query.dry_run === true)
    return changeBody({ document: undefined, ...(await changeDocuments.plan(administrator(request), change)) });
  const { document, differences } = await changeDocuments.apply(administrator(request), change);
  const presented = document && { document, settings: await configuration.present(document) };
  if (document !== undefined) void reply.header('etag', entityTag(document));
  const warnings = document === undefined || document.usability.usable ? [] : document.usability.problems;
  return changeBody({ document: presented, differences, problems: [], warnings });
}

/** The document that a request is about. */
export function targetOf({
  params,
  query,
}: {
  readonly params: { readonly type: string; readonly name: string };
  readonly query: { readonly namespace?: string };
}): Required<Target> {
  return { type: params.type, name: params.name, namespace: query.namespace ?? '' };
}

/**
 * The version that the document has to be at; undefined when any will do.
 *
 * @throws {@link BadHeaderError} when `If-Match` is neither one entity tag of this interface nor `*`
 * @throws {@link ContradictingVersionsError} when header and body name different ones
 */
export function expectedVersionOf(
  headers: { readonly 'if-match'?: string },
  version: number | undefined,
): number | undefined {
  const { 'if-match': tag } = headers;
  if (tag === undefined || tag === '*') return version;
  const digits = /^"(\d{1,15})"$/.exec(tag)?.[1];
  if (digits === undefined) throw new BadHeaderError('If-Match');
  if (version !== undefined && version !== Number(digits)) throw new ContradictingVersionsError();
  return Number(digits);
}
