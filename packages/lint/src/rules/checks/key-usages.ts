import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { keyUsage, type KeyUsageName } from '../../certificate/extensions/key-usage.ts';

/** Key usages of a kind of key: the uses that it may have, each with the usages that may go with it. */
export type KeyUses = Readonly<Partial<Record<KeyUsageName, readonly KeyUsageName[]>>>;

/**
 * Checks that keyUsage, where it is there, has at least one use that a kind of key has, and nothing but what goes with those that it has.
 *
 * @param kind - of the key, for the message: `an RSA key`
 */
export function checkKeyUsages(certificate: CertificateUnderLint, kind: string, uses: KeyUses): string | undefined {
  const usages = certificate.value(keyUsage)?.usages;
  if (usages === undefined) return undefined;
  const had = (Object.keys(uses) as KeyUsageName[]).filter((use) => usages.has(use));
  if (had.length === 0) return `keyUsage of ${kind} has none of ${Object.keys(uses).join(', ')}`;
  const allowed = had.flatMap((use) => [use, ...(uses[use] ?? [])]);
  const wrong = [...usages].filter((usage) => !allowed.includes(usage));
  return wrong.length === 0
    ? undefined
    : `keyUsage of ${kind} has ${wrong.join(', ')} in addition to ${had.join(', ')}`;
}
