/**
 * Configuration: everything that an administrator configures is a *document* of a declared *type*.
 *
 * Declaring a type takes one file in the module that owns it:
 *
 * ```ts
 * export const roleType = defineDocumentType({
 *   token: 'ROLE',
 *   title: 'role',
 *   dump: { directory: 'admin-roles', objectType: 'Role', version: 1 },
 *   names: { kind: 'named', namespaced: true },
 *   publicIds: { kind: 'random', above: 1000 },
 *   schemaVersion: 1,
 *   schema: Type.Object(
 *     {
 *       accessRules: pathRecord(choice({ ALLOW: 'Allow', DENY: 'Deny' }), ['/ca/<CA>/', '/cryptotoken/use/<CRYPTOTOKEN>/'], {
 *         default: {},
 *       }),
 *     },
 *     { additionalProperties: false },
 *   ),
 *   parse: (settings, report) => Role.of(settings, report),
 *   administration: { rights: viewAndEdit('/roles/view/', '/roles/edit/'), events: { created: 'ROLE_CREATION', ... } },
 * });
 * ```
 *
 * - The schema describes the settings as administrators write them. Every member has a default or is required. `title` is the
 *   member's name in configuration dumps, if it differs from the split camel case. State units in `description`.
 * - `reference('CA', { words: ['Any CA'] })`, `secret()`, `choice()`, `durationText()` and `pathRecord()` declare special
 *   members. In `parse` references are internal ids, secrets are {@link Secret}, and paths contain ids: `/ca/1048576/`.
 * - `parse` makes the validated object, or calls `report(field, 'the defect and the correct form')` for every contradiction.
 * - A stored document is complete: omitted members got their defaults when it was stored. When a release adds a member, raise
 *   `schemaVersion` and let `upgrade` fill in the value that keeps the behaviour of existing documents.
 * - `administration` declares the required rights and the audit events.
 * - Add the type to the list in `wiring/document-types.ts`. Code that needs a store, or other documents, is a hook: {@link hooksFor}.
 *
 * {@link Configuration} reads documents, {@link DocumentPlanner} changes them; administrators use `modules/administration`.
 */
export {
  type AnyDocument,
  type AnyDocumentType,
  type BuiltIn,
  Configuration,
  defineDocumentType,
  Document,
  type DocumentAdministration,
  DocumentChangedError,
  type DocumentDelete,
  type DocumentHead,
  type DocumentInsert,
  DocumentNotFoundError,
  type DocumentRow,
  type DocumentStore,
  type DocumentUpdate,
  type DumpPlace,
  EPOCH_MOVE,
  type ConfigurationCalm,
  EpochFollowingStore,
  hooksFor,
  type HooksOfType,
  InvalidSettingsError,
  type PlannedDocument,
  type ReportProblem,
  viewAndEdit,
} from './documents/index.ts';
export {
  type DocumentChange,
  type DocumentPlan,
  DocumentPlanner,
  type DocumentUsers,
  type EachPlan,
  isPlanned,
  newPublicId,
  type NewDocument,
  type PlannedWrites,
  refusedOr,
  type Target,
  unitWrites,
} from './planning/index.ts';
export {
  choice,
  chooseBranch,
  clearSecretIn,
  type Difference,
  durationText,
  fillDefaults,
  formatDuration,
  isJsonObject,
  mapMembers,
  KEY_PATHS,
  LABELS,
  memberSchema,
  parseDuration,
  pathRecord,
  type Problem,
  REFERENCE,
  reference,
  type SchemaNode,
  SECRET,
  Secret,
  secret,
  SECRET_PLACEHOLDER,
  type Sealer,
  withoutClearSecrets,
} from './settings/index.ts';
