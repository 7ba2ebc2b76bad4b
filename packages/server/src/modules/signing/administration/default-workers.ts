/** The workers that a new installation begins with: one of each kind that most people need, with certificates of the management CA. */
import { planAndCommit } from '../../../kernel/unit-of-work.ts';
import type { Random } from '../../../kernel/random.ts';
import { actorOf, SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEvent } from '../../audit/index.ts';
import type { DocumentPlanner, NewDocument } from '../../configuration/index.ts';
import { cryptoTokenType } from '../../crypto-tokens/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import type { CertifyWorker } from '../certificates/index.ts';
import { workerType } from '../workers/index.ts';

export interface CreateDefaultWorkersDeps extends Pick<UseCaseDeps, 'audit' | 'configuration' | 'random' | 'store'> {
  readonly planner: DocumentPlanner;
  readonly certifyWorker: CertifyWorker;
}

/** The client certificate that the workers admit at first. */
export interface FirstClient {
  /** RFC 4514 text. */
  readonly issuerDn: string;
  /** Hexadecimal. */
  readonly serialNumber: string;
}

/**
 * Makes what is missing of them, unless somebody has made workers already. Only one process of an installation may run it at a time.
 *
 * @param ca - the name of the CA that issues to them
 */
export async function createDefaultWorkers(deps: CreateDefaultWorkersDeps, ca: string): Promise<void> {
  const { certifyWorker, configuration } = deps;
  const { documents, certified } = defaults(deps.random);
  for (const { event, document } of documents) await createUnlessThere(deps, event, document);
  for (const [worker, certificateProfile] of certified) {
    const found = await configuration.find(workerType, worker);
    if (found === undefined || found.settings.properties['SIGNERCERTCHAIN'] !== undefined) continue;
    await certifyWorker.certify(SYSTEM, worker, { ca, certificateProfile, endEntityProfile: PROFILE }, KEY);
  }
}

/** Lets a client into those of the workers that ask for a certificate: into no other workers, and by that certificate alone. */
export async function letIntoDefaultWorkers(
  { audit, configuration, planner, store }: Omit<CreateDefaultWorkersDeps, 'certifyWorker' | 'random'>,
  { issuerDn, serialNumber }: FirstClient,
): Promise<void> {
  const rule = {
    subjectField: 'CERTIFICATE_SERIALNO',
    subjectValue: serialNumber,
    issuer: issuerDn,
    description: DESCRIPTION,
  };
  for (const [name, { AUTHTYPE }] of Object.entries(WORKERS)) {
    if (AUTHTYPE !== undefined) continue;
    await planAndCommit(async () => {
      const { epoch } = configuration;
      const settings = await configuration.present(await configuration.get(workerType, name));
      const change = { type: workerType.token, name, settings: { ...settings, rules: [rule] } };
      const { writes } = await planner.planChange(change);
      const details = { type: workerType.token, name, client: serialNumber };
      const entry = { event: 'SET_WORKER_CONFIG', outcome: 'SUCCESS', actor: actorOf(SYSTEM), details } as const;
      return { unit: audit.unit(writes, [entry], epoch), result: undefined };
    }, store);
    await configuration.refresh();
  }
}

async function createUnlessThere(
  { audit, configuration, planner, store }: CreateDefaultWorkersDeps,
  event: AuditEvent,
  document: NewDocument,
): Promise<void> {
  if ((await configuration.find(configuration.type(document.type), document.name)) !== undefined) return;
  await planAndCommit(async () => {
    const { writes, epoch } = await planner.planCreate(document);
    const details = { type: document.type, name: document.name };
    return {
      unit: audit.unit(writes, [{ event, outcome: 'SUCCESS', actor: actorOf(SYSTEM), details }], epoch),
      result: undefined,
    };
  }, store);
  await configuration.refresh();
}

/** Lists the documents to be made, in order, and the workers that get a certificate, each with its profile. */
function defaults(random: Random): {
  readonly documents: readonly { readonly event: AuditEvent; readonly document: NewDocument }[];
  readonly certified: readonly (readonly [worker: string, certificateProfile: string])[];
} {
  const token = {
    type: 'SoftCryptoToken',
    autoActivation: true,
    authenticationCode: random.bytes(CODE_OCTETS).toBase64(),
  };
  const name = [{ required: true, modifiable: true, use: true, values: [], validation: '' }];
  return {
    documents: [
      { event: 'CRYPTOTOKEN_CREATE', document: { type: cryptoTokenType.token, name: TOKEN, settings: token } },
      ...Object.entries(CERTIFICATE_PROFILES).map(([profile, settings]) => ({
        event: 'CERTPROFILE_CREATION' as const,
        document: { type: certificateProfileType.token, name: profile, settings },
      })),
      {
        event: 'RA_ADDEEPROFILE',
        document: {
          type: endEntityProfileType.token,
          name: PROFILE,
          settings: {
            availableCas: ['Any CA'],
            defaultCertificateProfile: 'Signer',
            availableCertificateProfiles: Object.keys(CERTIFICATE_PROFILES),
            passwordRequired: false,
            subjectDn: { CN: name, O: [{ ...name[0]!, required: false }] },
          },
        },
      },
      ...Object.entries(WORKERS).map(([worker, properties]) => ({
        event: 'SET_WORKER_CONFIG' as const,
        document: {
          type: workerType.token,
          name: worker,
          settings: {
            type: 'PROCESSABLE',
            properties: { ...properties, CRYPTOTOKEN: TOKEN },
          },
        },
      })),
    ],
    certified: Object.keys(WORKERS).map((worker) => [worker, worker === TIME_STAMPER ? 'TimeStamper' : 'Signer']),
  };
}

/** Name of the crypto token. */
const TOKEN = 'SigningService';
/** Profile of the end entities that the workers are to their CA. */
const PROFILE = 'Signer';
/** Description of the rule that lets the first client in. */
const DESCRIPTION = 'Who made the installation';
const KEY = { algorithm: 'EC', specification: 'P-256' };
const CODE_OCTETS = 24;

const CERTIFICATE_PROFILES = {
  Signer: { keyUsage: ['digitalSignature', 'nonRepudiation'] },
  // RFC 3161 §2.3: critical, and this purpose alone.
  TimeStamper: {
    keyUsage: ['digitalSignature'],
    extendedKeyUsageUsed: true,
    extendedKeyUsageCritical: true,
    extendedKeyUsage: ['timeStamping'],
  },
};

const TIME_STAMPER = 'TimeStampSigner';

/** Time-stamps are for everybody who reaches the listener: their clients have no certificates. */
const WORKERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PlainSigner: { IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner' },
  CMSSigner: { IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.CMSSigner' },
  PDFSigner: { IMPLEMENTATION_CLASS: 'org.signserver.module.pdfsigner.PDFSigner' },
  XMLSigner: { IMPLEMENTATION_CLASS: 'org.signserver.module.xmlsigner.XMLSigner' },
  [TIME_STAMPER]: {
    IMPLEMENTATION_CLASS: 'org.signserver.module.tsa.TimeStampSigner',
    AUTHTYPE: 'NOAUTH',
    SIGNATUREALGORITHM: 'SHA256withECDSA',
    // "Any policy" of RFC 5280 §4.2.1.4 claims nothing: a TSA has to name a policy, and only its operator can have one.
    DEFAULTTSAPOLICYOID: '2.5.29.32.0',
    ACCEPTANYPOLICY: 'TRUE',
  },
};
