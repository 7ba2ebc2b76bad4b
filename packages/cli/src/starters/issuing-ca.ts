/** The CA of the first certificate under a new pair of profiles. */
import { RefusedError } from '../errors.ts';
import type { Settings } from '../rest/administration-rest.ts';
import type { Session } from '../session.ts';

/** A CA for an example, and remarks on it. */
export interface IssuingCa {
  readonly name: string;
  readonly warnings: readonly string[];
}

/** Chooses the first of `cas`, or one that can issue under a certificate profile of these settings. */
export async function issuingCa(session: Session, settings: Settings, cas: readonly string[]): Promise<IssuingCa> {
  const type = settings['type'] === 'SSH' ? 'SSH' : 'X509';
  const name = cas[0] ?? (await unlessForbidden(() => activeCa(session, type)));
  if (name === undefined) return { name: 'CA', warnings: [`no active CA of the type ${type} is there for you yet`] };
  const needsAddresses = !['NONE', undefined].includes(settings['baselineRequirements'] as string | undefined);
  const lacks = needsAddresses && (await unlessForbidden(() => lacksAddresses(session, name))) === true;
  return { name, warnings: lacks ? [warning(name)] : [] };
}

async function activeCa(session: Session, type: string): Promise<string | undefined> {
  const cas = await (await session.connectToCas()).list();
  return cas.find((ca) => ca.type === type && ca.status === 'ACTIVE')?.name;
}

async function lacksAddresses(session: Session, name: string): Promise<boolean> {
  const rest = await session.connectToAdministration();
  const ca = await rest.findDocument({ type: 'CA', name, namespace: '' });
  if (ca === undefined) return false;
  const isEmpty = (member: string) => (ca.settings[member] as readonly string[] | undefined)?.length === 0;
  return isEmpty('crlDistributionPoints') || isEmpty('caIssuerUris');
}

function warning(ca: string): string {
  return (
    `the CA '${ca}' does not say where its CRL and its certificate are, as the Baseline Requirements ask of every certificate: ` +
    'set its crlDistributionPoints and caIssuerUris, or its certificates under these profiles are refused'
  );
}

/** The profiles are made: nothing but the example depends on rights to CAs. */
async function unlessForbidden<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}
