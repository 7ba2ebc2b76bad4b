/** Documents and changes of them as the interface shows them. */
import type { PlannedChange, PresentedDocument } from '../../modules/administration/index.ts';
import type { DocumentHead, Problem } from '../../modules/configuration/index.ts';
import type { ChangeBody, DocumentBody } from './schemas.ts';
import { formatMilliseconds } from './times.ts';

export function headBody({
  type,
  name,
  namespace,
  publicId,
  version,
  builtIn,
}: DocumentHead & { readonly builtIn: boolean }) {
  return { type, name, namespace, id: publicId, version, built_in: builtIn };
}

export function documentBody({ document, settings }: PresentedDocument): DocumentBody {
  const { createdMs, modifiedMs, usability } = document;
  return {
    ...headBody(document),
    created: formatMilliseconds(createdMs),
    modified: formatMilliseconds(modifiedMs),
    usable: usability.usable,
    problems: usability.usable ? [] : problemBodies(usability.problems),
    settings,
  };
}

/** Makes the answer of a change that was planned, or made when there is a document. */
export function changeBody({
  document,
  differences,
  problems,
  warnings,
}: PlannedChange & { readonly document: PresentedDocument | undefined }): ChangeBody {
  return {
    ...(document === undefined ? {} : { document: documentBody(document) }),
    differences: differences.map(({ field, before, after }) => ({
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })),
    problems: problemBodies(problems),
    warnings: problemBodies(warnings),
  };
}

export function problemBodies(problems: readonly Problem[]): DocumentBody['problems'] {
  return problems.map(({ field, message }) => ({ field, message }));
}

/** The entity tag of a version (RFC 9110 §8.8.3). */
export function entityTag({ version }: Pick<DocumentHead, 'version'>): string {
  return `"${version}"`;
}
