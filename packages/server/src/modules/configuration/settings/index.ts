/** Settings with their schema: special members, defaults, references, secrets and differences. */
export { clearSecretIn, withoutClearSecrets } from './clear-secrets.ts';
export { ComparedSecret, type Difference, diffFromDefaults, diffSettings } from './diff-settings.ts';
export { formatDuration, parseDuration } from './duration.ts';
export { fillDefaults } from './fill-defaults.ts';
export { deepFreeze, isJsonObject, jsonFault } from './json.ts';
export { keepOrSealSecrets, secretContext, type SecretOwner } from './keep-secrets.ts';
export { chooseBranch, hasSpecialMembers, mapMembers, memberSchema } from './map-members.ts';
export { type Problem, shorten } from './problem.ts';
export { type FindId, idsIn, idsToNames, type Named, namesIn, namesToIds, untouched } from './references.ts';
export {
  choice,
  durationText,
  KEY_PATHS,
  LABELS,
  pathRecord,
  REFERENCE,
  reference,
  type SchemaNode,
  SECRET,
  secret,
} from './schema-members.ts';
export { schemaProblems } from './schema-problems.ts';
export { isSealed, openableSecret, Secret, SECRET_PLACEHOLDER, type Sealer } from './secret.ts';
