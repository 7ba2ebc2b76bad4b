/** What an empty installation needs before anybody can use it: a crypto token, a CA, and a super administrator. */
import type { Administrator } from '../access/index.ts';
import { actorOf } from '../access/index.ts';
import type { AuditEntry, AuditLog } from '../audit/index.ts';
import { type Authorities, type CertificateAuthority, type CreateRootCa, getByName } from '../ca/index.ts';
import type { Configuration, DocumentPlanner } from '../configuration/index.ts';
import { type CryptoTokens, cryptoTokenType, keyAlias, type KeyPairInfo } from '../crypto-tokens/index.ts';
import type { Random } from '../../kernel/random.ts';
import { planAndCommit, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import type { SuperAdministrator } from './super-administrator.ts';

/** The CA that issues to administrators and to the server itself. */
export const MANAGEMENT_CA = 'ManagementCA';

export interface FirstStartDeps {
  readonly audit: AuditLog;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
  readonly tokens: CryptoTokens;
  readonly createRootCa: CreateRootCa;
  readonly superAdministrator: SuperAdministrator;
  readonly store: UnitOfWorkStore;
  readonly random: Random;
  /** Where relying parties reach the plain listener, without a slash at the end; undefined: no URL is written into certificates. */
  readonly publicUrl?: string | undefined;
}

/** Whether nothing is left to do for {@link firstStart}. */
export async function isComplete({ superAdministrator }: Pick<FirstStartDeps, 'superAdministrator'>): Promise<boolean> {
  return (await superAdministrator.exists()) && !(await superAdministrator.hasStagedFiles());
}

/**
 * Makes what is missing, step by step, each durable on its own: after a crash the next start goes on where this one ended.
 *
 * Only one process of an installation may run it at a time.
 *
 * @returns whether the files of a super administrator were made, which is the last step
 */
export async function firstStart(deps: FirstStartDeps): Promise<boolean> {
  // Another process may have been here while this one waited for its turn.
  await deps.configuration.refresh();
  if (await deps.superAdministrator.exists()) return deps.superAdministrator.finishFiles();
  const management = (await deps.authorities.findByName(MANAGEMENT_CA)) ?? (await createManagementCa(deps));
  await deps.superAdministrator.create(SYSTEM, management, 'INSTALLATION_CREATED');
  return true;
}

async function createManagementCa(deps: FirstStartDeps): Promise<CertificateAuthority> {
  const { publicKey } = await keyOf(deps, await tokenOf(deps));
  await deps.createRootCa.create(SYSTEM, {
    name: MANAGEMENT_CA,
    settings: {
      subjectDn: `CN=${MANAGEMENT_CA},O=Sealwright`,
      cryptoToken: MANAGEMENT_CA,
      certSignKey: KEY_ALIAS,
      signatureAlgorithm: 'SHA256withECDSA',
      ...(deps.publicUrl === undefined ? {} : publishedUnder(deps.publicUrl)),
    },
    publicKey,
  });
  return getByName(deps.authorities, MANAGEMENT_CA);
}

/** What profiles write into certificates that say "as the CA defines". It can be changed with the CA's settings. */
function publishedUnder(publicUrl: string) {
  return {
    crlDistributionPoints: [`${publicUrl}/crls/${MANAGEMENT_CA}.crl`],
    caIssuerUris: [`${publicUrl}/certificates/${MANAGEMENT_CA}.crt`],
  };
}

/** The id of the management CA's token; it is made when it does not exist. */
async function tokenOf({ audit, configuration, planner, store, random }: FirstStartDeps): Promise<number> {
  const existing = await configuration.find(cryptoTokenType, MANAGEMENT_CA);
  if (existing !== undefined) return existing.id;
  const settings = {
    type: 'SoftCryptoToken',
    autoActivation: true,
    authenticationCode: random.bytes(CODE_OCTETS).toBase64(),
  };
  const id = await planAndCommit(async () => {
    const { epoch, writes, planned } = await planner.plan([
      { kind: 'create', type: cryptoTokenType.token, name: MANAGEMENT_CA, settings },
    ]);
    return { unit: audit.unit(writes, [entry('CRYPTOTOKEN_CREATE')], epoch), result: planned[0]!.document!.id };
  }, store);
  await configuration.refresh();
  return id;
}

/** The key that the management CA signs with; it is made when it does not exist. */
async function keyOf({ audit, configuration, tokens, store }: FirstStartDeps, tokenId: number): Promise<KeyPairInfo> {
  const existing = (await tokens.listKeyPairs(tokenId)).find(({ alias }) => alias === KEY_ALIAS);
  if (existing !== undefined) return existing;
  const request = { alias: keyAlias(KEY_ALIAS), algorithm: 'EC', specification: 'P-256', keyUsage: 'SIGN' } as const;
  const { committed, result } = await planAndCommit(async () => {
    const { epoch } = configuration;
    const plan = await tokens.planKeyPair(tokenId, request);
    return { unit: audit.unit(plan.writes, [entry('CRYPTOTOKEN_GEN_KEYPAIR')], epoch), result: plan };
  }, store);
  await configuration.refresh();
  await committed();
  return result;
}

function entry(event: 'CRYPTOTOKEN_CREATE' | 'CRYPTOTOKEN_GEN_KEYPAIR'): AuditEntry {
  return { event, outcome: 'SUCCESS', actor: actorOf(SYSTEM), details: { name: MANAGEMENT_CA } };
}

const SYSTEM: Administrator = { kind: 'system' };
const KEY_ALIAS = 'signKey';
const CODE_OCTETS = 24;
