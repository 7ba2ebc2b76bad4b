/** The super administrator: a certificate of the management CA, its key, and its place in the role that may do everything. */
import {
  Certificate,
  DistinguishedName,
  formatPem,
  parsePem,
  PkiError,
  type SerialNumber,
  writePkcs12,
} from '@sealwright/pki';
import type { JsonObject } from '../../kernel/canonical-json.ts';
import { type Plan, planAndCommit, type Write } from '../../kernel/unit-of-work.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { actorOf, type Administrator, roleType, type UseCaseDeps } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import {
  type CertificateAuthority,
  type X509Issuance,
  type IssuedCertificate,
  withLintWarnings,
  newSerialNumber,
  requireActive,
  type SigningAuthority,
} from '../ca/index.ts';
import type { DocumentPlanner } from '../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../profiles/index.ts';
import { newKeyPair, type KeyPair } from './key-pair.ts';

/** Role of administrators who may do everything. */
const SUPER_ADMINISTRATOR_ROLE = 'Super Administrator Role';

/** Place of a new super administrator's files. */
export interface AdministratorFiles {
  /** Writes them durably, not yet under their name. */
  stage(files: Readonly<Record<string, Uint8Array | string>>): Promise<void>;
  /** Gives the staged files their name; those of an earlier administrator are replaced. */
  publish(): Promise<void>;
  /** Reads what is staged: the text of `file` in it, undefined when it is not complete; undefined as a whole when nothing is staged. */
  staged(file: string): Promise<{ readonly text: string | undefined } | undefined>;
  /** Removes what is staged. */
  discard(): Promise<void>;
}

export interface SuperAdministratorDeps extends Pick<
  UseCaseDeps,
  'audit' | 'configuration' | 'store' | 'clock' | 'random'
> {
  readonly planner: DocumentPlanner;
  readonly issuance: X509Issuance;
  readonly files: AdministratorFiles;
}

/** Why a super administrator is made: for a new installation, or because nobody can get in any more. */
export type SuperAdministratorEvent = 'INSTALLATION_CREATED' | 'ADMINISTRATOR_RECOVERED';

export class SuperAdministrator extends WithDeps<SuperAdministratorDeps> {
  /** Returns whether there is a role for super administrators with a member. */
  async exists(): Promise<boolean> {
    const role = await this.deps.configuration.find(roleType, SUPER_ADMINISTRATOR_ROLE);
    return role !== undefined && role.value.members.length > 0;
  }

  /** Returns whether a crash may have left files to {@link finishFiles}. */
  async hasStagedFiles(): Promise<boolean> {
    return (await this.deps.files.staged(CERTIFICATE_FILE)) !== undefined;
  }

  /**
   * Finishes what a crash left: files of an administrator who is in the role are published, others removed.
   *
   * Only one process of an installation may run it at a time, for it cannot tell what a crash left from what is being made.
   *
   * @returns whether files were published
   */
  async finishFiles(): Promise<boolean> {
    const { files } = this.deps;
    const staged = await files.staged(CERTIFICATE_FILE);
    if (staged === undefined) return false;
    const known = staged.text !== undefined && (await this.#isInRole(staged.text));
    await (known ? files.publish() : files.discard());
    return known;
  }

  /**
   * Issues a certificate to a new super administrator and adds it to the members of the role. The files are complete before
   * anything is committed, so that what a crash leaves can be finished, or begun again.
   */
  async create(by: Administrator, ca: CertificateAuthority, event: SuperAdministratorEvent): Promise<SerialNumber> {
    const keyPair = await newKeyPair();
    let serialNumber: SerialNumber;
    try {
      serialNumber = await planAndCommit(
        () => this.#plan(by, requireActive(ca, Math.floor(this.deps.clock.nowMs() / 1000)), keyPair, event),
        this.deps.store,
      );
    } finally {
      keyPair.privateKey.fill(0);
    }
    await this.deps.configuration.refresh();
    await this.deps.files.publish();
    return serialNumber;
  }

  async #isInRole(pem: string): Promise<boolean> {
    const { configuration } = this.deps;
    const role = await configuration.find(roleType, SUPER_ADMINISTRATOR_ROLE);
    try {
      const { serialNumber } = Certificate.parse(parsePem(pem)[0]?.der ?? new Uint8Array());
      return role?.value.members.some(({ matchValue }) => matchValue === serialNumber) ?? false;
    } catch (error) {
      // Half of a file names nobody.
      if (error instanceof PkiError) return false;
      throw error;
    }
  }

  async #plan(
    by: Administrator,
    authority: SigningAuthority,
    keyPair: KeyPair,
    event: SuperAdministratorEvent,
  ): Promise<Plan<SerialNumber>> {
    const { audit, configuration, random } = this.deps;
    const { epoch } = configuration;
    const serialNumber = newSerialNumber(random, authority.settings.serialNumberOctets);
    const role = await this.#planRole(authority, serialNumber);
    const certificate = await this.#issue(authority, keyPair, serialNumber);
    await this.deps.files.stage(await this.#filesOf(authority, keyPair, certificate));
    const actor = actorOf(by);
    const entries: [AuditEntry, ...AuditEntry[]] = [
      { event, outcome: 'SUCCESS', actor, caId: authority.id, serial: serialNumber },
      {
        event: 'CERT_CREATION',
        outcome: 'SUCCESS',
        actor,
        caId: authority.id,
        serial: serialNumber,
        details: withLintWarnings({ subject: SUBJECT }, certificate.lintWarnings),
      },
      {
        event: 'ROLE_ACCESS_RULE_CHANGE',
        outcome: 'SUCCESS',
        actor,
        details: { role: SUPER_ADMINISTRATOR_ROLE, member: serialNumber },
      },
    ];
    return { unit: audit.unit([...role, certificate.write], entries, epoch), result: serialNumber };
  }

  async #planRole(authority: SigningAuthority, serialNumber: SerialNumber): Promise<readonly Write[]> {
    const { configuration, planner } = this.deps;
    const member: JsonObject = {
      issuer: authority.name,
      matchKey: 'WITH_SERIALNUMBER',
      matchValue: serialNumber,
      description: 'Super administrator',
    };
    const target = { type: roleType.token, name: SUPER_ADMINISTRATOR_ROLE };
    const existing = await configuration.find(roleType, SUPER_ADMINISTRATOR_ROLE);
    if (existing === undefined) {
      const settings = { accessRules: { '/': 'ALLOW' }, members: [member] };
      return (await planner.plan([{ kind: 'create', ...target, settings }])).writes;
    }
    const { members, ...settings } = await configuration.present(existing);
    const change = { ...settings, accessRules: { '/': 'ALLOW' }, members: [...(members as JsonObject[]), member] };
    return (await planner.plan([{ kind: 'change', ...target, settings: change }])).writes;
  }

  async #issue(
    authority: SigningAuthority,
    { publicKey }: KeyPair,
    serialNumber: SerialNumber,
  ): Promise<IssuedCertificate> {
    const { configuration, issuance } = this.deps;
    const certificateProfile = await configuration.get(certificateProfileType, 'ENDUSER');
    const endEntityProfile = await configuration.get(endEntityProfileType, 'EMPTY');
    return issuance.issue({
      authority,
      profile: certificateProfile.value,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
      endEntityId: undefined,
      username: undefined,
      subject: DistinguishedName.parse(SUBJECT),
      publicKey,
      alternativeNames: [],
      serialNumber,
    });
  }

  async #filesOf(
    { chain }: SigningAuthority,
    { privateKey }: KeyPair,
    { der }: IssuedCertificate,
  ): Promise<Readonly<Record<string, Uint8Array | string>>> {
    const { random } = this.deps;
    const password = random.bytes(PASSWORD_OCTETS).toBase64({ alphabet: 'base64url', omitPadding: true });
    const keystore = await writePkcs12({
      password,
      friendlyName: 'superadmin',
      privateKey,
      certificate: der,
      chain: chain.map((certificate) => certificate.der),
      random: (count) => random.bytes(count),
    });
    return {
      'superadmin.p12': keystore,
      'superadmin.password': `${password}\n`,
      [CERTIFICATE_FILE]: formatPem('CERTIFICATE', der),
      'superadmin.key.pem': formatPem('PRIVATE KEY', privateKey),
      'ca-chain.pem': chain.map((certificate) => formatPem('CERTIFICATE', certificate.der)).join(''),
    };
  }
}

const SUBJECT = 'CN=SuperAdmin,O=Sealwright';
const CERTIFICATE_FILE = 'superadmin.crt.pem';
const PASSWORD_OCTETS = 18;
