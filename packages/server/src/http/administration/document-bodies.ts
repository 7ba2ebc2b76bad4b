/** Documents and changes of them as the interface shows them. */
import type { ChangeBody, DocumentBody } from './schemas.ts';
import type { ChangeResult, DocumentVersion, DocumentView } from './services.ts';

export function headBody({ type, name, namespace, publicId, version, builtIn }: DocumentVersion) {
  return { type, name, namespace, id: publicId, version, built_in: builtIn };
}

export function documentBody(view: DocumentView): DocumentBody {
  return {
    ...headBody(view),
    created: formatTime(view.createdMs),
    modified: formatTime(view.modifiedMs),
    usable: view.problems.length === 0,
    problems: problemBodies(view.problems),
    settings: view.settings,
  };
}

export function changeBody({ document, differences, problems }: ChangeResult): ChangeBody {
  return {
    ...(document === undefined ? {} : { document: documentBody(document) }),
    differences: differences.map(({ field, before, after }) => ({
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })),
    problems: problemBodies(problems),
  };
}

export function problemBodies(problems: DocumentView['problems']): DocumentBody['problems'] {
  return problems.map(({ field, message }) => ({ field, message }));
}

/** The entity tag of a version (RFC 9110 §8.8.3). */
export function entityTag({ version }: DocumentVersion): string {
  return `"${version}"`;
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
