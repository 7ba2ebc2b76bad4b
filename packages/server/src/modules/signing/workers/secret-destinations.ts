/** Secrets that a worker sends to other hosts, and the properties with their destinations. */
import type { AnyDocument, PlannedDocument } from '../../configuration/index.ts';
import { SecretNotGivenAgainError } from './errors.ts';
import { MASKED, maskedProperties } from './masked-properties.ts';
import type { WorkerDocument } from './worker-document.ts';

/**
 * Requires a secret to be given again when its destination changes. Otherwise an administrator who does not know the secret could have it
 * sent to a host of their choice.
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
      // Removing the only destination is harmless: the secret is sent nowhere, and adding one later counts as a change.
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
