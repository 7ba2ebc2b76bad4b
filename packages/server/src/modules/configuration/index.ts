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
 * - The schema describes what administrators write and gives every member a default or leaves it required. `title` is the
 *   member's name in the configuration dump where splitting the camel case does not give it. Say units in `description`.
 * - `reference('CA', { words: ['Any CA'] })`, `secret()`, `choice()`, `durationText()` and `pathRecord()` are
 *   members that mean more. In `parse` references are internal ids, secrets are {@link Secret}, paths hold ids: `/ca/1048576/`.
 * - `parse` makes the checked object or calls `report(field, 'what is wrong and what would be right')` for every contradiction.
 * - A stored document is complete: what is not given gets the default of the day. When a release adds a member, raise
 *   `schemaVersion` and let `upgrade` fill in what existing documents did until then.
 * - `administration` says who may do what, and what the audit log calls it.
 * - Add the type to the list in `wiring/document-types.ts`. What needs a store, or other documents, is a hook: {@link hooksFor}.
 *
 * Reading is {@link Configuration}, changing is {@link DocumentPlanner}; administrators come through `modules/administration`.
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
  type DocumentHooks,
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
