/** Changes of documents as the audit log has them. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import { actorOf, type Administrator } from '../access/index.ts';
import type { AuditEntry, AuditEvent } from '../audit/index.ts';
import type { DocumentAdministration, PlannedDocument } from '../configuration/index.ts';
import { shownDifferences } from './shown-differences.ts';

/** The members of `DocumentEvents` that name the acts. */
export const EVENT_NAMES = { create: 'created', change: 'changed', rename: 'renamed', remove: 'removed' } as const;

type Administration = DocumentAdministration<unknown, unknown>;

/** Returns the records of a change. */
export function auditEntries(
  administrator: Administrator,
  type: Administration,
  planned: PlannedDocument,
): readonly [AuditEntry, ...AuditEntry[]] {
  const { before, document } = planned;
  const shown = (document ?? before)!;
  const entry = {
    outcome: 'SUCCESS',
    actor: actorOf(administrator),
    ...type.auditSubject?.(shown),
    details: {
      type: shown.type,
      name: shown.name,
      version: shown.version,
      ...(shown.namespace === '' ? {} : { namespace: shown.namespace }),
      ...(before !== undefined && before.name !== shown.name ? { oldName: before.name } : {}),
      ...(type.shownChange?.(planned) ?? usuallyShown(planned)),
    },
  } as const;
  const [first, ...rest] = eventsOf(type, planned);
  return [{ ...entry, event: first }, ...rest.map((event) => ({ ...entry, event }))];
}

function usuallyShown({ document, differences }: PlannedDocument): JsonObject {
  return document === undefined ? {} : shownDifferences(differences);
}

function eventsOf(
  { events }: Administration,
  { kind, before, document }: PlannedDocument,
): readonly [AuditEvent, ...AuditEvent[]] {
  const comparable = kind === 'change' && before!.usability.usable && document!.usability.usable;
  const [first, ...rest] = (comparable && events.changes?.(before!, document!)) || [];
  return first === undefined ? [events[EVENT_NAMES[kind]]] : [first, ...rest];
}

/** Tells whether everything is as it should become. */
export function changesNothing({ kind, before, document, differences }: PlannedDocument): boolean {
  if (kind === 'create' || kind === 'remove' || differences.length > 0) return false;
  return before!.name === document!.name && before!.namespace === document!.namespace;
}
