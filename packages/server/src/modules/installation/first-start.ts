/** First start of an empty installation: it makes a crypto token, a CA, and a super administrator. */
import { SYSTEM, type UseCaseDeps } from '../access/index.ts';
import { actorOf } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import {
  type Authorities,
  caType,
  type CertificateAuthority,
  type InitializeCa,
  type PublicAddresses,
} from '../ca/index.ts';
import type { DocumentPlanner } from '../configuration/index.ts';
import { cryptoTokenType } from '../crypto-tokens/index.ts';
import { planAndCommit } from '../../kernel/unit-of-work.ts';
import { createServices } from '../services/index.ts';
import type { SuperAdministrator } from './super-administrator.ts';

/** The CA that issues to administrators and to the server itself. */
export const MANAGEMENT_CA = 'ManagementCA';
/** The lease of the process that makes an installation, or mends one. The others wait for it. */
export const SETUP_LEASE = 'installation';

export interface FirstStartDeps
  extends Pick<UseCaseDeps, 'audit' | 'configuration' | 'store' | 'random'>, FirstStartOptions {
  readonly authorities: Authorities;
  readonly planner: DocumentPlanner;
  readonly publicAddresses: Pick<PublicAddresses, 'complete'>;
  readonly initializeCa: InitializeCa;
  readonly superAdministrator: SuperAdministrator;
}

/** The parts of a first start that its caller chooses. */
export interface FirstStartOptions {
  /** Makes further parts of a new installation before the last step. It may find some of it made already. */
  readonly beforeSuperAdministrator?: (ca: string) => Promise<void>;
  /** Gives the first administrator further access. After a crash before it they have to let themselves in. */
  readonly afterSuperAdministrator?: (certificate: CertificateName) => Promise<void>;
}

/** A certificate by its issuer, as RFC 4514 text, and its serial number, as hexadecimal. */
interface CertificateName {
  readonly issuerDn: string;
  readonly serialNumber: string;
}

/**
 * Makes what is missing, step by step, each durable on its own: after a crash the next start goes on where this one ended.
 *
 * Only one process of an installation may run it at a time: the one with the {@link SETUP_LEASE}.
 *
 * @returns whether the files of a super administrator were made, which is the last step
 */
export async function firstStart(deps: FirstStartDeps): Promise<boolean> {
  // Another process may have been here while this one waited for its turn.
  await deps.configuration.refresh();
  if (await deps.superAdministrator.exists()) return deps.superAdministrator.finishFiles();
  const management = await managementCa(deps);
  await createServices(deps);
  await deps.beforeSuperAdministrator?.(MANAGEMENT_CA);
  const serialNumber = await deps.superAdministrator.create(SYSTEM, management, 'INSTALLATION_CREATED');
  await deps.afterSuperAdministrator?.({ serialNumber, issuerDn: management.settings.subject.toString() });
  return true;
}

/** The management CA; what is missing of it is made. */
async function managementCa(deps: FirstStartDeps): Promise<CertificateAuthority> {
  const { authorities, configuration, initializeCa } = deps;
  if ((await configuration.find(cryptoTokenType, MANAGEMENT_CA)) === undefined) await createToken(deps);
  if ((await configuration.find(caType, MANAGEMENT_CA)) === undefined) await createDocument(deps);
  const existing = await authorities.findByName(MANAGEMENT_CA);
  return existing === undefined || existing.status === 'UNINITIALIZED'
    ? initializeCa.initialize(SYSTEM, MANAGEMENT_CA)
    : existing;
}

function createDocument(deps: FirstStartDeps): Promise<void> {
  const settings = {
    subjectDn: `CN=${MANAGEMENT_CA},O=Sealwright`,
    cryptoToken: MANAGEMENT_CA,
    signKeySpec: 'P-256',
    signatureAlgorithm: 'SHA256withECDSA',
  };
  return create(deps, 'CA_CREATION', caType.token, deps.publicAddresses.complete(MANAGEMENT_CA, settings));
}

function createToken(deps: FirstStartDeps): Promise<void> {
  return create(deps, 'CRYPTOTOKEN_CREATE', cryptoTokenType.token, {
    type: 'SoftCryptoToken',
    autoActivation: true,
    authenticationCode: deps.random.bytes(CODE_OCTETS).toBase64(),
  });
}

async function create(
  { audit, configuration, planner, store }: FirstStartDeps,
  event: 'CA_CREATION' | 'CRYPTOTOKEN_CREATE',
  type: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entry: AuditEntry = { event, outcome: 'SUCCESS', actor: actorOf(SYSTEM), details: { name: MANAGEMENT_CA } };
  await planAndCommit(async () => {
    const { epoch, writes } = await planner.planCreate({ type, name: MANAGEMENT_CA, settings });
    return { unit: audit.unit(writes, [entry], epoch), result: undefined };
  }, store);
  await configuration.refresh();
}

const CODE_OCTETS = 24;
