/** Common part of the operations that change a document: caller, document, precondition, and a plan or the change itself. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BadHeaderError, ContradictingVersionsError } from '../errors/index.ts';
import { changeBody, entityTag } from './document-bodies.ts';
import type { OperationScope } from './operation-scope.ts';
import type { ChangeBody } from './schemas.ts';
import type { DocumentTarget, SettingsChange } from './services.ts';

/** Plans the change, or makes it. The answer has the document's new version in `ETag`. */
export async function answerChange(
  { services, administrator }: Pick<OperationScope, 'services' | 'administrator'>,
  request: Pick<FastifyRequest, 'administrator'> & { readonly query: { readonly dry_run?: boolean } },
  reply: Pick<FastifyReply, 'header'>,
  change: SettingsChange,
): Promise<ChangeBody> {
  const { dry_run: dryRun = false } = request.query;
  const result = await services.documents[dryRun ? 'plan' : 'apply'](administrator(request), change);
  if (result.document !== undefined) void reply.header('etag', entityTag(result.document));
  return changeBody(result);
}

/** The document that a request is about. */
export function targetOf({
  params,
  query,
}: {
  readonly params: { readonly type: string; readonly name: string };
  readonly query: { readonly namespace?: string };
}): DocumentTarget {
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
