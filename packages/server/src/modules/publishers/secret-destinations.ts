/** Secrets that a publisher shows to others, and the settings that say to whom. */
import { type PlannedDocument, Secret } from '../configuration/index.ts';
import { PublisherSecretNotGivenAgainError } from './errors.ts';

/**
 * Requires secrets to be given with any change of kind or of other settings: who configures publishers may not know them, and would have them sent to
 * themselves.
 *
 * @throws {@link PublisherSecretNotGivenAgainError}
 */
export function requireSecretsForDestinations({ kind, before, document, differences }: PlannedDocument): void {
  if (kind !== 'change' || before === undefined || document === undefined) return;
  const changed = differences.map(({ field }) => field).filter((field) => field === 'type' || field.startsWith(PREFIX));
  const [old, present] = [settingsOf(before.settings), settingsOf(document.settings)];
  const isSecret = (field: string) => present[field.slice(PREFIX.length)] instanceof Secret;
  const destination = changed.find((field) => !isSecret(field));
  if (destination === undefined) return;
  const kept = Object.entries(present).find(
    ([name, value]) =>
      value instanceof Secret && !value.isEmpty && old[name] instanceof Secret && !changed.includes(`${PREFIX}${name}`),
  );
  if (kept !== undefined) throw new PublisherSecretNotGivenAgainError(document.name, kept[0], destination);
}

/** Documents reach the administration of their type only; an unusable one may hold anything. */
function settingsOf(settings: unknown): Readonly<Record<string, unknown>> {
  return (settings as { readonly settings?: Readonly<Record<string, unknown>> }).settings ?? {};
}

const PREFIX = 'settings.';
