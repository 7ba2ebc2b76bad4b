/** Record of an act or a refusal and its actor, stored in the same unit as the act itself. */
import { canonicalJson, type JsonObject, type JsonValue } from '../../kernel/canonical-json.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { UnitId, Write } from '../../kernel/unit-of-work.ts';

/** The kinds of acts, in the words that operators of other systems know. One list; a new act adds its word here. */
export type AuditEvent =
  | 'ACCESS_CONTROL'
  | 'AUTHENTICATION'
  | 'INSTALLATION_CREATED'
  | 'ADMINISTRATOR_RECOVERED'
  | 'APPROVAL_ADD'
  | 'APPROVAL_APPROVE'
  | 'APPROVAL_REJECT'
  | 'APPROVAL_PROFILE_ADD'
  | 'APPROVAL_PROFILE_EDIT'
  | 'APPROVAL_PROFILE_RENAME'
  | 'APPROVAL_PROFILE_REMOVE'
  | 'ARCHIVE_READ'
  | 'ARCHIVE_REMOVED'
  | 'CA_CREATION'
  | 'CA_EDITING'
  | 'CA_IMPORT'
  | 'CONFIGDUMP_IMPORT'
  | 'CONFIGDUMP_SECRETS_EXPORT'
  | 'CA_KEYACTIVATE'
  | 'CA_RENEWED'
  | 'CA_REVOKED'
  | 'CA_SERVICEACTIVATE'
  | 'CA_SERVICEDEACTIVATE'
  | 'CA_SIGNREQUEST'
  | 'CA_USERAUTH'
  | 'CA_DELETION'
  | 'CA_RENAMING'
  | 'CERTCHAININSTALLED'
  | 'CERTINSTALLED'
  | 'CERT_CREATION'
  | 'CERT_REQUEST'
  | 'CERT_CHANGEDSTATUS'
  | 'CERT_REVOKED'
  | 'CERT_STORED'
  | 'CERTPROFILE_CREATION'
  | 'CERTPROFILE_EDITING'
  | 'CERTPROFILE_RENAMING'
  | 'CERTPROFILE_DELETION'
  | 'CLOCK_ACCEPTED'
  | 'CRL_CREATION'
  | 'CRL_DELETED'
  | 'CRL_STORED'
  | 'CRYPTOTOKEN_CREATE'
  | 'CRYPTOTOKEN_EDIT'
  | 'CRYPTOTOKEN_DELETION'
  | 'CRYPTOTOKEN_ACTIVATION'
  | 'CRYPTOTOKEN_DEACTIVATION'
  | 'CRYPTOTOKEN_REACTIVATION'
  | 'CRYPTOTOKEN_GEN_KEYPAIR'
  | 'CRYPTOTOKEN_DELETE_ENTRY'
  | 'GENCSR'
  | 'KEYRECOVERY_ADDDATA'
  | 'KEYRECOVERY_EDITDATA'
  | 'KEYRECOVERY_MARKED'
  | 'KEYRECOVERY_REMOVEDATA'
  | 'KEYRECOVERY_SENT'
  | 'KEYTEST'
  | 'KEYSELECTED'
  | 'PROCESS'
  | 'RA_ADDEEPROFILE'
  | 'RA_EDITEEPROFILE'
  | 'RA_RENAMEEEPROFILE'
  | 'PUBLISHER_CHANGE'
  | 'PUBLISHER_CREATION'
  | 'PUBLISHER_REMOVAL'
  | 'PUBLISHER_RENAME'
  | 'PUBLISHER_RETRY'
  | 'PUBLISHER_TEST'
  | 'RA_REMOVEEEPROFILE'
  | 'RA_ADDENDENTITY'
  | 'RA_EDITENDENTITY'
  | 'RA_DELETEENDENTITY'
  | 'RA_REVOKEENDENTITY'
  | 'RELOAD_WORKER_CONFIG'
  | 'REMOVE_GLOBAL_PROPERTY'
  | 'ROLE_CREATION'
  | 'ROLE_DELETION'
  | 'ROLE_RENAMING'
  | 'ROLE_ACCESS_RULE_CHANGE'
  | 'ROLE_ACCESS_USER_ADDITION'
  | 'ROLE_ACCESS_USER_DELETION'
  | 'SERVICE_ADD'
  | 'SERVICE_EDIT'
  | 'EXPIRATION_NOTICE'
  | 'SERVICE_EXECUTED'
  | 'SERVICE_REMOVE'
  | 'SERVICE_RENAME'
  | 'SET_GLOBAL_PROPERTY'
  | 'SET_STATUS_PROPERTY'
  | 'SET_WORKER_CONFIG'
  | 'SYSTEMCONF_CREATE'
  | 'SYSTEMCONF_EDIT'
  | 'TIMED_SERVICE_RUN'
  | 'TLS_CERTIFICATE_RENEWED'
  | 'WORKER_RENEWAL';

/** Outcome of an act: done, refused or failed, or of no effect. */
export type AuditOutcome = 'SUCCESS' | 'FAILURE' | 'VOID';

/** Actor as a record shows it. Never holds a credential. */
export interface Actor {
  /** One line for people: a subject DN, `host` for the operator on the machine itself, `public` for nobody known. */
  readonly name: string;
  /** Evidence that identifies the actor exactly: fingerprint of the certificate, address, ... */
  readonly evidence: JsonObject;
}

/** One act, as the use case states it. */
export interface AuditEntry {
  readonly event: AuditEvent;
  readonly outcome: AuditOutcome;
  readonly actor: Actor;
  /** The CA concerned, by document id. */
  readonly caId?: number;
  /** The certificate concerned: serial number in upper-case hex. */
  readonly serial?: string;
  /** The end entity concerned. */
  readonly username?: string;
  /** Details for the reader. Never a password, PIN, key or token. */
  readonly details?: JsonObject;
}

/** Stores one record. */
export interface AppendAuditRecord extends Write {
  readonly op: 'audit-record.append';
  readonly id: number;
  readonly unitId: UnitId;
  readonly unitIndex: number;
  readonly timeMs: number;
  readonly entry: Omit<AuditEntry, 'details'>;
  /** Canonical JSON (RFC 8785) of the whole record, `version` telling its layout. */
  readonly record: string;
}

/**
 * The writes that store `entries` with the unit `unitId`, in their order.
 *
 * A record stands for itself: canonical bytes that hold everything, beside columns that only index it.
 */
export function auditWrites(
  entries: readonly AuditEntry[],
  unitId: UnitId,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): AppendAuditRecord[] {
  const timeMs = clock.nowMs();
  return entries.map((entry, unitIndex) => auditWrite(entry, { unitId, unitIndex, timeMs }, ids));
}

/** Makes the write of one record of a unit. */
export function auditWrite(
  { details, ...entry }: AuditEntry,
  { unitId, unitIndex, timeMs }: Pick<AppendAuditRecord, 'timeMs' | 'unitId' | 'unitIndex'>,
  ids: Ids,
): AppendAuditRecord {
  return {
    op: 'audit-record.append',
    id: ids.next(),
    unitId,
    unitIndex,
    timeMs,
    entry,
    record: textOf(entry, details, { unitId, unitIndex, timeMs }),
  };
}

/** Writes the members in the order of canonical JSON. */
function textOf(
  { event, outcome, actor, caId, serial, username }: Omit<AuditEntry, 'details'>,
  details: JsonObject | undefined,
  { unitId, unitIndex, timeMs }: Pick<AppendAuditRecord, 'timeMs' | 'unitId' | 'unitIndex'>,
): string {
  const member = (name: string, value: JsonValue | undefined) =>
    value === undefined ? '' : `,"${name}":${canonicalJson(value)}`;
  return (
    `{"actor":${textOfActor(actor)}${member('ca', caId)}${member('details', details)}${member('event', event)}` +
    `${member('index', unitIndex)}${member('outcome', outcome)}${member('serial', serial)}${member('timeMs', timeMs)}` +
    `${member('unit', unitId)}${member('username', username)},"version":${RECORD_VERSION}}`
  );
}

/** The same actor does many acts. */
function textOfActor(actor: Actor): string {
  let text = actorTexts.get(actor);
  if (text === undefined) actorTexts.set(actor, (text = canonicalJson({ name: actor.name, ...actor.evidence })));
  return text;
}

const actorTexts = new WeakMap<Actor, string>();

const RECORD_VERSION = 1;
