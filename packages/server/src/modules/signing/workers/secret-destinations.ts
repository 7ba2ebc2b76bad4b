/** Secrets that a worker shows to others, and the properties that say to whom. */
import type { AnyDocument, PlannedDocument } from '../../configuration/index.ts';
import { SecretNotGivenAgainError } from './errors.ts';
import { MASKED, maskedProperties } from './masked-properties.ts';
import type { WorkerDocument } from './worker-document.ts';

/**
 * Requires a secret to be given with a change of where it goes: who configures workers may not know it, and would have it sent to
 * themselves.
 *
 * @throws {@link SecretNotGivenAgainError}
 */
export function requireSecretsForDestinations({ before, document, differences }: PlannedDocument): void {
  if (before === undefined || document === undefined) return;
  const [old, present] = [propertiesOf(before), propertiesOf(document)];
  const given = new Set(differences.map(({ field }) => field));
  for (const [secret, destinations] of Object.entries(DESTINATIONS)) {
    const kept = old[secret] === MASKED && present[secret] === MASKED && !given.has(`properties.${secret}`);
    const changed = destinations.find((name) => {
      const [was, is] = [old[name] ?? '', present[name] ?? ''].map((text) => text.trim());
      // Without its only destination a secret goes nowhere, and the next one is a change of it again.
      return was !== is && !(is === '' && destinations.length === 1);
    });
    if (kept && changed !== undefined) throw new SecretNotGivenAgainError(secret, changed);
  }
}

/** Documents reach the administration of their type only. */
function propertiesOf(document: AnyDocument): Readonly<Record<string, string>> {
  return maskedProperties(document as WorkerDocument);
}

const DESTINATIONS: Readonly<Record<string, readonly string[]>> = {
  TSA_PASSWORD: ['TSA_URL'],
  PIN: ['SHAREDLIBRARYNAME', 'SHAREDLIBRARY', 'SLOTLABELTYPE', 'SLOTLABELVALUE', 'SLOT', 'SLOTLISTINDEX'],
  KEYSTOREPASSWORD: ['KEYSTOREPATH'],
};
