/** Key bindings whose certificate is not there: an import makes keys and certificates anew, and what was bound to the old ones cannot be used. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { AnyDocument } from '../../configuration/index.ts';
import type { CertificateFingerprints } from '../../ra/index.ts';
import type { ImportItem } from './read-items.ts';

/**
 * Returns the settings of a key binding without its use when the certificate that it is bound to is not on this server; undefined when
 * they stay as they are.
 *
 * @param existing - what somebody has activated here stays active
 */
export async function disabledBinding(
  { codec, read: { settings } }: ImportItem,
  existing: AnyDocument | undefined,
  certificates: Pick<CertificateFingerprints, 'find'>,
): Promise<JsonObject | undefined> {
  if (codec.type.token !== 'KEYBINDING' || settings['status'] !== 'ACTIVE') return undefined;
  const { [BOUND]: fingerprint = '' } = settings;
  if (typeof fingerprint !== 'string' || fingerprint === '') return undefined;
  const before = existing?.settings as JsonObject | undefined;
  if (before?.['status'] === 'ACTIVE' && before[BOUND] === fingerprint) return undefined;
  const octets = /^[0-9a-f]{40}$/i.test(fingerprint) ? Buffer.from(fingerprint, 'hex') : undefined;
  if (octets !== undefined && (await certificates.find(octets)).length > 0) return undefined;
  return { ...settings, status: 'DISABLED' };
}

const BOUND = 'boundCertificateSha1';
